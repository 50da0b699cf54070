"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { hasVehicles, dataOf } from "@/lib/events/registrations/rules";
import { fieldsIn } from "@/lib/events/registrations/questions/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formatTimestamp } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { Values } from "./form-props";
import { CompanionNames, ContactFields, PlaceFields } from "./person-fields";
import { QuestionFields } from "./question-fields";
import { RegistrationTexts, type RegistrationMessages } from "./registration-texts";
import { sendJson, type Problem } from "./send";
import { VehicleFields } from "./vehicle-fields";
import { isExhibitor } from "@/lib/events/events/rules";

type Props = {
  token: string;
  page: RegistrationPage;
  texts: RegistrationMessages & Pick<Messages["events/registrations"], "status">;
  locale: Locale;
};

const shown = (value: string | number | boolean | null) => (value === null ? "" : String(value));

/** Stored data as first values of the fields; a field that is false has none. */
function valuesOf(page: RegistrationPage): Values {
  const entries: [string, string | number | boolean | null][] = [
    ["phone", page.phone],
    ["town", page.town],
    ["state_abbr", page.state_abbr],
    ["club", page.club],
    ["shows_vehicle", page.shows_vehicle],
    ...page.companions.map((name, index): [string, string] => [`companions.${index}`, name]),
    ...Object.entries(page.answers).map(([name, value]): [string, typeof value] => [`answers.${name}`, value]),
    ...page.vehicles.flatMap((vehicle, index) =>
      Object.entries(vehicle).map(([name, value]): [string, typeof value] => [`vehicles.${index}.${name}`, value]),
    ),
  ];
  return Object.fromEntries(
    entries.filter(([, value]) => value !== false).map(([name, value]) => [name, shown(value)]),
  );
}

type Outcome = { problem: Problem | null; errors?: FormErrors; isSaved: boolean };

/** Corrections that the person may make until the limit; the name changes only by a transfer. */
export function EditForm({ token, page, texts, locale }: Props) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [vehicles, setVehicles] = useState(page.vehicles.length);
  const [{ problem, errors, isSaved }, setOutcome] = useState<Outcome>({ problem: null, isSaved: false });
  // A file is sent again in the list of documents.
  const fields = fieldsIn(locale, page.fields).filter(({ kind }) => kind !== "file");
  const values = valuesOf(page);
  const send = (form: FormData) =>
    start(async () => {
      const data = dataOf(form, { fields, vehicles, companions: page.companions.length });
      const sent = await sendJson("/api/registrations/changes", { change: "edit", token, ...data });
      setOutcome("data" in sent ? { problem: null, isSaved: true } : { ...sent, isSaved: false });
      if ("data" in sent) router.refresh();
    });
  const until = formatTimestamp(page.edit_until, locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: page.event.time_zone,
  });
  return (
    <RegistrationTexts value={texts}>
      <details className="rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
        <summary className="cursor-pointer font-display text-2xl">{texts.status.edit}</summary>
        <p className="my-3 text-muted">{texts.status.editLead.replace("{until}", until)}</p>
        <ActionForm submit={send} pending={isPending} errors={errors} texts={texts.validation}>
          <ContactFields kind={page.kind} values={values} />
          <PlaceFields kind={page.kind} values={values} />
          <CompanionNames count={page.companions.length} values={values} />
          {hasVehicles(page.kind) && (
            <VehicleFields
              classes={page.classes}
              count={vehicles}
              least={isExhibitor(page.kind) ? 1 : 0}
              most={page.max_vehicles}
              isShown={isExhibitor(page.kind)}
              values={values}
              onCount={setVehicles}
            />
          )}
          <QuestionFields
            optional={texts.form.optional}
            choose={texts.form.chooseOption}
            fields={fields}
            values={values}
          />
          {problem && (
            <p role="alert" className="rounded-lg border-2 border-danger p-3">
              {texts.problem[problem]}
            </p>
          )}
          <p role="status" className="empty:hidden">
            {isSaved ? texts.status.saved : null}
          </p>
          <SubmitButton label={texts.status.save} pendingLabel={texts.form.pending} pending={isPending} />
        </ActionForm>
      </details>
    </RegistrationTexts>
  );
}
