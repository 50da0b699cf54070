"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useRef, useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { notify } from "@/components/ui/notify";
import { recoverByPhoneAction, requestPhoneRecoveryAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { PasswordField } from "./password-field";
import { PhoneCodeForm } from "./phone-code-form";
import { PhoneField } from "./phone-field";

type PhoneRecoveryProps = {
  formContext: AccountFormContext;
  loginPath: string;
};

/** Asks for a code by SMS, then for the code and a new password. */
export function PhoneRecovery({ formContext, loginPath }: PhoneRecoveryProps) {
  const { phone, newPassword } = useAccountTexts("phone", "newPassword");
  const router = useRouter();
  const typed = useRef<FormData>(null);
  const [sent, setSent] = useState<FormData | null>(null);
  const request = useAction(requestPhoneRecoveryAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => setSent(typed.current),
  });
  const recover = useAction(recoverByPhoneAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess() {
      notify({ code: "password.updated", variant: "success" });
      router.push(loginPath);
    },
  });
  const requestCode = (form: FormData) => {
    typed.current = form;
    recover.reset();
    request.execute(form);
  };
  const pending = request.isPending || recover.isPending || recover.hasSucceeded;
  if (sent) {
    return (
      <PhoneCodeForm
        first={sent}
        errors={recover.result.validationErrors}
        pending={pending}
        onSubmit={recover.execute}
        onAgain={requestCode}
        onBack={() => setSent(null)}
      >
        <PasswordField
          name="password"
          label={newPassword.password}
          hint={newPassword.hint}
          autoComplete="new-password"
          rated
        />
      </PhoneCodeForm>
    );
  }
  return (
    <ActionForm submit={requestCode} pending={pending} errors={request.result.validationErrors} hidden={formContext}>
      <PhoneField name="phone" label={phone.label} hint={phone.hint} />
      <SubmitButton label={phone.send} pendingLabel={phone.sending} pending={pending} />
    </ActionForm>
  );
}
