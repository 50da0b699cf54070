"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { notify } from "@/components/ui/notify";
import { updatePasswordAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { PasswordField } from "./password-field";

type NewPasswordFormProps = {
  email: string;
  formContext: AccountFormContext;
};

export function NewPasswordForm({ email, formContext }: NewPasswordFormProps) {
  const { newPassword } = useAccountTexts("newPassword");
  const router = useRouter();
  const { execute, result, isPending, hasSucceeded } = useAction(updatePasswordAction, {
    onError: ({ error, input }) => notifyFailure(error, () => execute(input)),
    onSuccess({ data }) {
      notify({ code: "password.updated", variant: "success" });
      if (data.firstProof) notify({ code: "email.verified", variant: "success" });
      router.push(data.path);
    },
  });
  const pending = isPending || hasSucceeded;
  return (
    <ActionForm submit={execute} pending={pending} errors={result.validationErrors} hidden={formContext}>
      {/* For password managers: the account to which this password belongs. */}
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label={newPassword.password}
        hint={newPassword.hint}
        autoComplete="new-password"
        rated
      />
      <PasswordField name="repeat" label={newPassword.repeat} autoComplete="new-password" />
      <CheckboxField name="others" label={newPassword.others} defaultChecked />
      <SubmitButton label={newPassword.submit} pendingLabel={newPassword.pending} pending={pending} />
    </ActionForm>
  );
}
