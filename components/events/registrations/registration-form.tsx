"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { HoneypotField } from "@/components/form/honeypot-field";
import { SubmitButton } from "@/components/form/submit-button";
import { readEventLink } from "@/components/site/layout/page-script/event-link";
import { FormPart } from "@/components/panel/requests/form-part";
import { formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { fileNames, type FormField } from "@/lib/events/registrations/questions/rules";
import { needsPhone } from "@/lib/events/registrations/orders/rules";
import { bodyOf, hasVehicles, priceOf } from "@/lib/events/registrations/rules";
import { DocumentFields } from "./document-fields";
import { DraftLink } from "./draft-link";
import type { Draft, FormProps } from "./form-props";
import { CompanionFields, PersonFields } from "./person-fields";
import { QuestionFields } from "./question-fields";
import { FormProblem, type Person } from "./form-problem";
import { MadeRegistration } from "./made-registration";
import {
  dropDraft,
  dropMade,
  keepDraft,
  keepMade,
  readDraft,
  readMade,
  valuesOfForm,
  writeDraft,
} from "./registration-draft";
import { RegistrationTexts, useRegistrationTexts, type RegistrationMessages } from "./registration-texts";
import { sendDocument, sendJson, textOf, type Problem } from "./send";
import { StandField } from "./stand-field";
import { OrderFields } from "@/components/events/orders/order-fields";
import { useQuote } from "@/components/events/orders/use-quote";
import { VehicleFields } from "./vehicle-fields";
import { isExhibitor } from "@/lib/events/events/rules";

const MAX_BYTES = 8 * 1024 * 1024;

/** Errors of required questions without a file; the server receives files only after the form. */
const missingFiles = (fields: readonly FormField[], form: FormData): Record<string, string[]> =>
  Object.fromEntries(
    fields
      .filter(({ kind, required }) => kind === "file" && required)
      .map(({ name }) => [`file.${name}`, form.get(`file.${name}`)] as const)
      .filter(([, file]) => !(file instanceof File) || file.size === 0)
      .map(([name]) => [name, ["missing"]]),
  );

/** Sends the chosen documents one after the other; a refused one can be sent again on the page of the registration. */
async function sendDocuments(token: string, kinds: readonly string[], form: FormData): Promise<void> {
  for (const kind of kinds) {
    const file = form.get(`file.${kind}`);
    if (!(file instanceof File) || file.size === 0 || file.size > MAX_BYTES) continue;
    await sendDocument({ token, kind, expires: textOf(form, `expires.${kind}`), file });
  }
}

/** The form of a registration; what was typed is kept on the device until it is sent. */
export function RegistrationForm({ texts, ...props }: FormProps & { texts: RegistrationMessages }) {
  const { kind, type, prefill, sharedDraft } = props;
  const [draft, setDraft] = useState<(Draft & { isStored?: true }) | null>(null);
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    const requestId = crypto.randomUUID();
    if (sharedDraft) {
      keepDraft(type.id, { ...sharedDraft, values: { ...sharedDraft.values, request_id: requestId } });
      // A reload opens what was typed since, and the address no longer contains the secret.
      const address = new URL(window.location.href);
      address.searchParams.delete("rascunho");
      window.history.replaceState(null, "", address);
    }
    const stored = readDraft(type.id);
    const fresh = { values: { ...prefill, ...sharedDraft?.values, request_id: requestId }, companions: 0, vehicles: 0 };
    setDraft(stored ? { ...stored, isStored: true } : fresh);
    // Going back after the form was sent shows the registration; what was typed since opens the form.
    if (!stored) setMade(readMade(type.id));
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page opens
  }, []);
  const least = isExhibitor(kind) ? 1 : 0;
  const start = draft ?? { values: prefill, companions: 0, vehicles: 0 };
  const again = () => {
    dropMade(type.id);
    setMade(null);
    setDraft({ values: { ...prefill, request_id: crypto.randomUUID() }, companions: 0, vehicles: 0 });
  };
  return (
    <RegistrationTexts value={texts}>
      {made ? (
        <MadeRegistration path={made} locale={props.locale} onAgain={again} />
      ) : (
        // The fields are made again when the draft was read, because their first values change.
        <FormBody
          key={draft ? "ready" : "first"}
          {...props}
          draft={{ ...start, vehicles: Math.max(start.vehicles, least) }}
          onMade={setMade}
        />
      )}
    </RegistrationTexts>
  );
}

/** Kinds of other people of the order. */
const kindsOf = ({ order }: Pick<FormProps, "order">) => order?.kinds ?? [];

type BodyProps = FormProps & { draft: Draft; onMade: (path: string) => void };

function FormBody({ draft, ...props }: BodyProps) {
  const { kind, type, fields, locale } = props;
  const { form: texts, validation } = useRegistrationTexts();
  const [companions, setCompanions] = useState(draft.companions);
  const [vehicles, setVehicles] = useState(draft.vehicles);
  const [standId, setStandId] = useState(draft.values.stand ?? "");
  const { send, isPending, problem, errors, path, person, requestId } = useSubmission(
    props,
    { companions, vehicles },
    draft,
  );
  const stand = props.stands.find(({ id }) => id === standId);
  const { quote, ask } = useQuote(type.id);
  const alone = priceOf({ kind, price_cents: type.price_cents }, 1 + companions, stand?.price);
  const { values } = draft;
  const [asksPhone, setAsksPhone] = useState(() => needsPhone(values, kindsOf(props)));
  const part = useRef<HTMLDivElement>(null);
  const keep = () => {
    const form = part.current?.querySelector("form");
    if (!form) return;
    writeDraft(type.id, form, { companions, vehicles });
    if (!props.order) return;
    ask(form, companions);
    setAsksPhone(needsPhone(valuesOfForm(form), kindsOf(props)));
  };
  return (
    <div ref={part} onChange={keep}>
      <ActionForm
        submit={send}
        pending={isPending}
        errors={errors}
        texts={validation}
        hidden={{ request_id: requestId, type: type.id, form_version: props.version ?? "", locale }}
        className="gap-6"
      >
        <PersonFields kind={kind} values={values} isPhoneNeeded={asksPhone} />
        {type.max_companions > 0 && (
          <CompanionFields count={companions} most={type.max_companions} values={values} onCount={setCompanions} />
        )}
        {hasVehicles(kind) && (
          <VehicleFields
            classes={type.classes}
            count={vehicles}
            least={isExhibitor(kind) ? 1 : 0}
            most={type.max_vehicles}
            isShown={isExhibitor(kind)}
            values={values}
            onCount={setVehicles}
          />
        )}
        {fields.length > 0 && (
          <FormPart title={texts.questions}>
            <QuestionFields optional={texts.optional} choose={texts.chooseOption} fields={fields} values={values} />
          </FormPart>
        )}
        {props.stands.length > 0 && <StandField {...props} value={standId} onValue={setStandId} />}
        {props.order && <OrderFields {...props.order} values={values} locale={locale} onKeep={keep} />}
        {type.required_documents.length > 0 && <DocumentFields {...props} kinds={type.required_documents} />}
        <CheckboxField name="consent" label={props.consent} required />
        <HoneypotField label={texts.trap} />
        <Summary {...props} total={quote && "total" in quote ? quote.total : alone} />
        {quote && "problem" in quote && !problem && <FormProblem {...props} problem={quote.problem} person={null} />}
        {problem && <FormProblem {...props} problem={problem} path={path} person={person} />}
        <SubmitButton label={texts.submit} pendingLabel={texts.pending} pending={isPending} />
        <DraftLink {...props} companions={companions} vehicles={vehicles} />
      </ActionForm>
    </div>
  );
}

function Summary({ type, isWaiting, locale, total }: FormProps & { total: number }) {
  const texts = useRegistrationTexts().form;
  return (
    <div className="grid gap-1 rounded-xl bg-raised p-4" aria-live="polite">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-muted">{texts.total}</span>
        <span className="font-display text-3xl tabular">{total > 0 ? formatMoney(total, locale) : texts.free}</span>
      </p>
      {isWaiting && <p>{texts.waiting}</p>}
      {type.requires_approval && <p>{texts.approval}</p>}
    </div>
  );
}

type Failed = { problem: Problem | null; errors?: FormErrors; path?: string; person: Person | null };
const NO_FAILURE: Failed = { problem: null, person: null };

/** Sends the form and its documents, then opens the confirmation. */
function useSubmission(
  { type, fields, locale, order, onMade }: Omit<BodyProps, "draft">,
  { companions, vehicles }: Pick<Draft, "companions" | "vehicles">,
  draft: Draft,
) {
  const [requestId, setRequestId] = useState(draft.values.request_id);
  const [isPending, start] = useTransition();
  const [failed, setFailed] = useState<Failed>(NO_FAILURE);
  const send = (form: FormData) =>
    start(async () => {
      const missing = missingFiles(fields, form);
      const person = { full_name: textOf(form, "full_name"), email: textOf(form, "email") };
      if (Object.keys(missing).length > 0)
        return setFailed({ problem: "invalid", errors: { fieldErrors: missing }, person });
      form.set("via", readEventLink());
      const body = bodyOf(form, { fields, vehicles, companions }, kindsOf({ order }));
      const sent = await sendJson<{ token: string; path: string }>("/api/registrations", body);
      // The next attempt is a registration of its own.
      if ("problem" in sent && sent.problem === "sent") setRequestId(crypto.randomUUID());
      if (!("data" in sent)) return setFailed({ ...sent, person });
      await sendDocuments(sent.data.token, [...type.required_documents, ...fileNames(fields)], form);
      dropDraft(type.id);
      keepMade(type.id, sent.data.path);
      setFailed(NO_FAILURE);
      window.location.assign(localePath(locale, sent.data.path));
      // The page that the browser keeps for its Back button.
      onMade(sent.data.path);
    });
  return { send, isPending, requestId, ...failed };
}
