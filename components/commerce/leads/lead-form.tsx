"use client";

import type { Messages } from "next-intl";
import { useSyncExternalStore } from "react";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { HoneypotField } from "@/components/form/honeypot-field";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useRequest } from "@/components/form/use-request";
import { RequestDone } from "@/components/panel/requests/request-done";
import { RequestTexts } from "@/components/panel/requests/request-texts";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { sendLeadAction } from "@/lib/commerce/leads/actions";
import { STATES } from "@/lib/geo/states/rules";

type Props = {
  texts: Pick<Messages["panel/requests"], "lead" | "form" | "done" | "validation">;
  state: string;
  statusPath: string;
};

const neverChanges = () => () => undefined;
const sellerOfAddress = () => new URLSearchParams(location.search).get("ref")?.slice(0, 60);

/** Sends a company's contact; `?ref=` in the address credits the seller who shared the link. */
export function LeadForm({ texts, state, statusPath }: Props) {
  const { lead, form, validation } = texts;
  const { send, isPending, data, errors, clear } = useRequest(sendLeadAction);
  const seller = useSyncExternalStore(neverChanges, sellerOfAddress, () => undefined);
  if (data)
    return (
      <RequestTexts value={texts}>
        <RequestDone next={lead.next} protocol={data.protocol} statusPath={statusPath} onAgain={clear} />
      </RequestTexts>
    );
  const formats = PLACEMENTS.map((value) => ({ value, label: lead.formats[value] }));
  const states = STATES.map(({ abbr, name }) => ({ value: abbr, label: name }));
  return (
    <ActionForm submit={send} pending={isPending} errors={errors} texts={validation} hidden={{ seller_ref: seller }}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="company" label={lead.company} autoComplete="organization" maxLength={160} />
        <TextField name="contact_name" label={form.name} autoComplete="name" maxLength={120} />
        <EmailField name="email" label={form.email} />
        <PhoneField name="phone" label={lead.whatsapp} optional={form.optional} />
        <SelectField
          name="state_abbr"
          label={lead.state}
          options={[{ value: "", label: lead.country }, ...states]}
          defaultValue={state}
        />
        <SelectField
          name="interest"
          label={lead.interest}
          options={[{ value: "", label: lead.anyFormat }, ...formats]}
        />
      </div>
      <TextAreaField name="message" label={lead.message} hint={lead.messageHint} optional={form.optional} />
      <HoneypotField label={form.trap} />
      <p className="text-sm text-muted">{lead.privacy}</p>
      <SubmitButton label={lead.submit} pendingLabel={form.pending} pending={isPending} variant="faixa" />
    </ActionForm>
  );
}
