"use client";

import { useAction } from "next-safe-action/hooks";
import type { ReactNode } from "react";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { FormTexts, useFormTexts } from "@/components/form/form-texts";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { signInAction } from "@/lib/accounts/accounts/actions";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { PasswordField } from "./password-field";
import { PhoneField } from "./phone-field";
import type { SecondFactorStep } from "./second-factor-panel";

type LoginFormProps = {
  formContext: AccountFormContext & { area: SignInArea };
  byPhone: boolean;
  /** The account has a second factor, or must set one up. */
  onSecondFactor: (step: SecondFactorStep) => void;
  children: ReactNode;
};

/** The errors of the identifier, worded for a phone number. */
const phoneTexts = ({ mobileMissing = "", mobileInvalid = "", ...texts }: Record<string, string>) => ({
  ...texts,
  identifierMissing: mobileMissing,
  identifierInvalid: mobileInvalid,
});

export function LoginForm({ formContext, byPhone, onSecondFactor, children }: LoginFormProps) {
  const { login, phone } = useAccountTexts("login", "phone");
  const validation = useFormTexts();
  const { execute, result, isPending, hasSucceeded } = useAction(signInAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess({ data }) {
      // A full page load, so that no content rendered for the anonymous visitor remains.
      if (data.step === "done") window.location.assign(data.path);
      else onSecondFactor(data.step);
    },
  });
  const pending = isPending || hasSucceeded;
  return (
    <FormTexts value={byPhone ? phoneTexts(validation) : validation}>
      <ActionForm submit={execute} pending={pending} errors={result.validationErrors} hidden={formContext}>
        {byPhone ? (
          <PhoneField name="identifier" label={phone.label} autoComplete="username" />
        ) : (
          <EmailField name="identifier" label={login.identifier} />
        )}
        <PasswordField name="password" label={login.password} autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton label={login.submit} pendingLabel={login.pending} pending={pending} className="sm:min-w-40" />
          {children}
        </div>
      </ActionForm>
    </FormTexts>
  );
}
