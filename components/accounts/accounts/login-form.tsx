"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import type { ReactNode } from "react";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { signInAction } from "@/lib/accounts/accounts/actions";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import type { AccountFormContext } from "./account-form-context";
import { PasswordField } from "./password-field";
import { PhoneField } from "./phone-field";
import type { SecondFactorStep } from "./second-factor-panel";

type LoginFormProps = {
  texts: Pick<Messages["accounts/accounts"], "login" | "phone" | "form" | "validation">;
  formContext: AccountFormContext & { area: SignInArea };
  byPhone: boolean;
  /** The account has a second factor, or must set one up. */
  onSecondFactor: (step: SecondFactorStep) => void;
  children: ReactNode;
};

/** The errors of the identifier, worded for a phone number. */
const phoneTexts = (texts: Messages["accounts/accounts"]["validation"]) => ({
  ...texts,
  identifierMissing: texts.mobileMissing,
  identifierInvalid: texts.mobileInvalid,
});

export function LoginForm({ texts, formContext, byPhone, onSecondFactor, children }: LoginFormProps) {
  const { login } = texts;
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
    <ActionForm
      submit={execute}
      pending={pending}
      errors={result.validationErrors}
      texts={byPhone ? phoneTexts(texts.validation) : texts.validation}
      hidden={formContext}
    >
      {byPhone ? (
        <PhoneField name="identifier" label={texts.phone.label} autoComplete="username" />
      ) : (
        <EmailField name="identifier" label={login.identifier} />
      )}
      <PasswordField name="password" label={login.password} autoComplete="current-password" texts={texts.form} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SubmitButton label={login.submit} pendingLabel={login.pending} pending={pending} className="sm:min-w-40" />
        {children}
      </div>
    </ActionForm>
  );
}
