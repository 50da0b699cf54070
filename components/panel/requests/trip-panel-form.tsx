"use client";

import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { HoneypotField } from "@/components/form/honeypot-field";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useRequest } from "@/components/form/use-request";
import { sendTripPanelRequestAction } from "@/lib/panel/requests/actions";
import { INTERESTS } from "@/lib/panel/requests/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { STATES } from "@/lib/geo/states/rules";
import { FormPart } from "./form-part";
import { RequestDone } from "./request-done";
import { RequestTexts } from "./request-texts";
import { DELIVERY_KINDS } from "@/lib/platform/supabase/database-constants/panel";

type Props = {
  texts: Pick<Messages["panel/requests"], "panel" | "form" | "done" | "validation">;
  /** The consent sentence with its link. */
  consent: ReactNode;
  locale: Locale;
};

/** Form to ask the team to prepare a trip for a traveller, a convoy or a club. */
export function TripPanelForm({ texts, consent, locale }: Props) {
  const { panel, form, validation } = texts;
  const { send, isPending, data, errors, clear } = useRequest(sendTripPanelRequestAction);
  if (data)
    return (
      <RequestTexts value={texts}>
        <RequestDone
          next={panel.next}
          protocol={data.protocol}
          statusPath={localePath(locale, "/solicitar-painel-viagem")}
          onAgain={clear}
        />
      </RequestTexts>
    );
  return (
    <ActionForm submit={send} pending={isPending} errors={errors} texts={validation} className="gap-6">
      <FormPart title={panel.where}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="origin" label={panel.origin} hint={panel.originHint} maxLength={160} />
          <TextField name="destination" label={panel.destination} hint={panel.destinationHint} maxLength={160} />
          <TextField name="start_on" label={panel.startOn} optional={form.optional} type="date" />
          <TextField name="end_on" label={panel.endOn} optional={form.optional} type="date" />
        </div>
        <details className="rounded-xl border-2 border-line p-4">
          <summary className="font-semibold">{panel.states}</summary>
          <CheckboxGroup
            name="states"
            label={panel.statesHint}
            options={STATES.map(({ abbr, name }) => ({ value: abbr, label: name }))}
          />
        </details>
      </FormPart>
      <FormPart title={panel.who}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="cars" label={panel.cars} type="number" inputMode="numeric" defaultValue="1" />
          <TextField name="people" label={panel.people} type="number" inputMode="numeric" defaultValue="2" />
        </div>
        <TextAreaField
          name="vehicles"
          label={panel.vehicles}
          hint={panel.vehiclesHint}
          optional={form.optional}
          rows={3}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="km_per_day"
            label={panel.kmPerDay}
            hint={panel.kmPerDayHint}
            optional={form.optional}
            type="number"
            inputMode="numeric"
          />
          <TextField
            name="budget"
            label={panel.budget}
            hint={panel.budgetHint}
            optional={form.optional}
            maxLength={120}
          />
        </div>
        <CheckboxGroup
          name="interests"
          label={panel.interests}
          options={INTERESTS.map((value) => ({ value, label: panel.interestNames[value] }))}
        />
        <CheckboxField name="needs_lodging" label={panel.needsLodging} />
        <TextAreaField name="notes" label={panel.notes} hint={panel.notesHint} optional={form.optional} />
      </FormPart>
      <FormPart title={panel.contact}>
        <SelectField
          name="delivery_kind"
          label={panel.delivery}
          options={DELIVERY_KINDS.map((value) => ({ value, label: panel.deliveries[value] }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="name" label={form.name} autoComplete="name" maxLength={120} />
          <EmailField name="email" label={form.email} />
          <PhoneField name="phone" label={form.phone} optional={form.optional} />
        </div>
        <CheckboxField name="by_whatsapp" label={panel.byWhatsapp} />
        <CheckboxField name="consent" label={consent} required />
      </FormPart>
      <HoneypotField label={form.trap} />
      <SubmitButton label={panel.submit} pendingLabel={form.pending} pending={isPending} />
    </ActionForm>
  );
}
