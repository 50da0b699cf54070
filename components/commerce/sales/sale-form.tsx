"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { signInAddress } from "@/components/ui/session-end";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { endDateOf } from "@/lib/commerce/sales/rules";
import { PlanChoice, type OfferedPlan } from "./plan-choice";
import { SaleDifference } from "./sale-difference";
import { openDraft, type Correction, type Renewal, type SaleDraft } from "./sale-draft";
import { SaleFormTexts, useSaleFormTexts, type SaleFormMessages } from "./sale-form-texts";
import { SaleTerms } from "./sale-terms";
import { SigningChoice } from "./signing-choice";
import { SignatureField } from "./signature-field";
import { Spinner } from "./spinner";
import type { FactName } from "./use-agreement";
import { useSaleForm } from "./use-sale-form";

const NO_DRAWINGS: SaleDraft["drawings"] = { seller: null, client: null };

type SaleFormProps = {
  sellerId: string;
  plans: readonly OfferedPlan[];
  terms: { version: string; clauses: readonly string[]; note: string | null };
  today: string;
  dashboard: string;
  correction: Correction | null;
  renewal: Renewal | null;
};

/** Renders the form as soon as the draft of this device is read. */
export function SaleForm({ texts, ...props }: SaleFormProps & { texts: SaleFormMessages }) {
  const { sellerId, correction, renewal } = props;
  const [draft, setDraft] = useState<SaleDraft | null>(null);
  const opening = useRef<Promise<SaleDraft>>(null);
  useEffect(() => {
    opening.current ??= openDraft(sellerId, correction, renewal);
    void opening.current.then(setDraft);
  }, [sellerId, correction, renewal]);
  if (!draft) return <Spinner label={texts.form.loading} />;
  return (
    <SaleFormTexts value={texts}>
      <OpenSaleForm {...props} draft={draft} />
    </SaleFormTexts>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <CardTitle>{title}</CardTitle>
      {children}
    </Card>
  );
}

type PeriodProps = Pick<SaleFormProps, "plans" | "today"> & { values: Record<string, string> };

function Period({ values, plans, today }: PeriodProps) {
  const texts = useSaleFormTexts().form;
  const start = values.start_date ?? today;
  const days = plans.find(({ id }) => id === values.plan_id)?.days;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="start_date" type="date" label={texts.startDate} defaultValue={start} />
      <label className="grid content-start gap-1.5 font-semibold">
        {texts.endDate}
        <Input
          type="date"
          readOnly
          tabIndex={-1}
          value={days === undefined ? "" : endDateOf(start, days)}
          className="bg-raised font-normal"
        />
        <span className="text-sm font-normal text-muted">{texts.endDateHint}</span>
      </label>
    </div>
  );
}

function ClientFields({ values }: { values: Record<string, string> }) {
  const texts = useSaleFormTexts().form;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="client_company_name"
        label={texts.company}
        autoComplete="off"
        maxLength={160}
        defaultValue={values.client_company_name}
      />
      <TextField
        name="client_document"
        label={texts.document}
        optional={texts.optional}
        inputMode="text"
        autoComplete="off"
        maxLength={20}
        defaultValue={values.client_document}
        hint={texts.documentHint}
      />
      <TextField
        name="client_contact_name"
        label={texts.contact}
        autoComplete="off"
        maxLength={120}
        defaultValue={values.client_contact_name}
      />
      <EmailField
        name="client_email"
        label={texts.email}
        autoComplete="off"
        defaultValue={values.client_email}
        hint={texts.emailHint}
      />
      <PhoneField
        name="client_phone"
        label={texts.phone}
        autoComplete="off"
        defaultValue={values.client_phone}
        hint={texts.phoneHint}
      />
    </div>
  );
}

/** Why the sale was not saved; after the end of the session with the link to sign in again. */
function Problem({ text }: { text: string }) {
  const texts = useSaleFormTexts().form;
  return (
    <p className="rounded-xl border-2 border-danger p-4 font-semibold">
      {text}{" "}
      {text === texts.failures.session && (
        <a
          href={signInAddress(window.location.pathname)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          {texts.signIn}
        </a>
      )}
    </p>
  );
}

/** Why the signatures were cleared; empty while they are kept. */
function ClearedNote({ cleared }: { cleared: readonly FactName[] }) {
  const texts = useSaleFormTexts().form;
  return (
    <p role="status" className="rounded-xl border-2 border-warning bg-raised p-4 font-semibold empty:hidden">
      {cleared.length > 0 && texts.cleared.replace("{facts}", cleared.map((name) => texts.facts[name]).join(", "))}
    </p>
  );
}

function OpenSaleForm({
  sellerId,
  draft,
  correction,
  renewal,
  plans,
  terms,
  today,
  dashboard,
}: SaleFormProps & { draft: SaleDraft }) {
  const { form: texts, validation } = useSaleFormTexts();
  const form = useSaleForm({ sellerId, draft, plans, termsVersion: terms.version, today, dashboard });
  const { values: first } = draft;
  const drawings = form.round > 0 ? NO_DRAWINGS : draft.drawings;
  const resumed = draft.savedAt > 0;
  const isRemote = form.values.is_remote_signing === "true";
  return (
    <div onInput={(event) => form.type((event.target as HTMLInputElement).form!)}>
      <ActionForm
        submit={form.submit}
        pending={form.isPending}
        errors={form.errors}
        texts={{ ...validation, ...texts.validation }}
        className="gap-5"
      >
        {resumed && (
          <div className="flex flex-wrap items-center gap-3 rounded-xl bg-raised px-4 py-2">
            <p className="mr-auto">{texts.resumed}</p>
            <Button variant="outline" onClick={form.discard}>
              {texts.discard}
            </Button>
          </div>
        )}
        {correction && (
          <p className="rounded-xl bg-raised px-4 py-3 font-semibold">
            {texts.correcting.replace("{number}", String(correction.number))}
          </p>
        )}
        {renewal && (
          <p className="rounded-xl bg-raised px-4 py-3 font-semibold">
            {texts.renewing.replace("{number}", String(renewal.number))}
          </p>
        )}
        <Part title={texts.details}>
          <PlanChoice legend={texts.plan} plans={plans} chosen={first.plan_id} />
          <Period values={form.values} plans={plans} today={today} />
        </Part>
        <Part title={texts.client}>
          <ClientFields values={first} />
        </Part>
        <Part title={texts.termsAndSignatures}>
          <SaleTerms label={texts.terms} terms={terms} />
          <SigningChoice isRemote={first.is_remote_signing === "true"} />
          {isRemote ? (
            <p className="text-muted">{texts.signing.remoteNote}</p>
          ) : (
            <CheckboxField
              key={form.round}
              name="accepts_terms"
              label={texts.agree}
              defaultChecked={form.round === 0 && first.accepts_terms === "on"}
            />
          )}
          <ClearedNote cleared={form.cleared} />
          <div key={`signatures-${form.round}`} className="grid gap-5 md:grid-cols-2">
            <SignatureField
              label={texts.sellerSignature}
              hint={texts.signHere}
              clear={texts.clear}
              initial={drawings.seller}
              onChange={(drawing) => form.sign("seller", drawing)}
            />
            {!isRemote && (
              <SignatureField
                label={texts.clientSignature}
                hint={texts.signHere}
                clear={texts.clear}
                initial={drawings.client}
                onChange={(drawing) => form.sign("client", drawing)}
              />
            )}
          </div>
        </Part>
        {form.difference && (
          <SaleDifference
            difference={form.difference}
            facts={form.facts}
            dashboard={dashboard}
            isPending={form.isPending}
            onRenew={form.renew}
          />
        )}
        <div aria-live="polite">{form.problem && <Problem text={form.problem} />}</div>
        <SubmitButton
          label={texts.submit}
          pendingLabel={texts.saving}
          pending={form.isPending}
          variant="faixa"
          className="h-14 px-8 text-xl max-sm:whitespace-normal"
        />
      </ActionForm>
    </div>
  );
}
