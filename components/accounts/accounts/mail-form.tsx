"use client";

import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import type { requestLinkAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { useCountdown } from "./use-countdown";

type MailFormProps = {
  /** The sign-in link and the recovery link are requested in the same way. */
  action: typeof requestLinkAction;
  part: "link" | "recovery";
  formContext: AccountFormContext;
};

const WAIT_SECONDS = 60;

/** Requests an e-mail; shows the same answer for every address and waits one minute before another request. */
export function MailForm({ action, part, formContext }: MailFormProps) {
  const { [part]: texts } = useAccountTexts(part);
  const [sentTo, setSentTo] = useState<string>();
  const [seconds, startCountdown] = useCountdown(WAIT_SECONDS);
  const { execute, result, isPending } = useAction(action, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess({ data }) {
      setSentTo(data.sentTo);
      startCountdown();
    },
  });
  const label = seconds ? texts.wait.replace("{seconds}", String(seconds)) : sentTo ? texts.again : texts.submit;
  const submit = (form: FormData) => (seconds ? false : execute(form));
  return (
    <ActionForm submit={submit} pending={isPending} errors={result.validationErrors} hidden={formContext}>
      <EmailField name="email" label={texts.email} />
      <SubmitButton label={label} pendingLabel={texts.pending} pending={isPending} waiting={seconds > 0} />
      <p role="status" className="empty:hidden">
        {sentTo && texts.sent.replace("{email}", sentTo)}
      </p>
    </ActionForm>
  );
}
