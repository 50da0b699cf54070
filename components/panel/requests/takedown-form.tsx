"use client";

import type { Messages } from "next-intl";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { HoneypotField } from "@/components/form/honeypot-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useRequest } from "@/components/form/use-request";
import { sendTakedownRequestAction } from "@/lib/panel/requests/actions";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { RequestDone } from "./request-done";
import { RequestTexts } from "./request-texts";

type Props = {
  texts: Pick<Messages["panel/requests"], "takedown" | "form" | "done" | "validation">;
  locale: Locale;
};

/** Form to claim the authorship of a published work. */
export function TakedownForm({ texts, locale }: Props) {
  const { takedown, form, validation } = texts;
  const { send, isPending, data, errors, clear } = useRequest(sendTakedownRequestAction);
  if (data)
    return (
      <RequestTexts value={texts}>
        <RequestDone
          next={takedown.next}
          protocol={data.protocol}
          statusPath={localePath(locale, "/direitos-autorais")}
          onAgain={clear}
        />
      </RequestTexts>
    );
  return (
    <ActionForm submit={send} pending={isPending} errors={errors} texts={validation}>
      <TextField name="url" label={takedown.url} hint={takedown.urlHint} maxLength={500} />
      <TextAreaField name="reason" label={takedown.reason} hint={takedown.reasonHint} />
      <TextAreaField name="evidence" label={takedown.evidence} optional={form.optional} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="claimant_name" label={form.name} autoComplete="name" maxLength={120} />
        <EmailField name="email" label={form.email} />
        <PhoneField name="phone" label={form.phone} optional={form.optional} />
      </div>
      <CheckboxField name="declares_truth" label={takedown.declaration} required />
      <HoneypotField label={form.trap} />
      <SubmitButton label={takedown.submit} pendingLabel={form.pending} pending={isPending} />
    </ActionForm>
  );
}
