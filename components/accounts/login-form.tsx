"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { signInAction } from "@/lib/accounts/actions";
import type { Door } from "@/lib/accounts/rules";
import type { Journey } from "./journey";
import { PasswordField } from "./password-field";

type LoginFormProps = {
  texts: Pick<Messages["accounts"], "login" | "form" | "validation">;
  journey: Journey & { door: Door };
  withPhone: boolean;
  /** The account has a second factor. */
  onCode: () => void;
  children: ReactNode;
};

export function LoginForm({ texts, journey, withPhone, onCode, children }: LoginFormProps) {
  const { login } = texts;
  const { execute, result, isPending, hasSucceeded } = useAction(signInAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess({ data }) {
      // A full load, so that nothing rendered for the anonymous visitor survives.
      if (data.step === "done") window.location.assign(data.path);
      else onCode();
    },
  });
  const pending = isPending || hasSucceeded;
  return (
    <ActionForm submit={execute} pending={pending} errors={result.validationErrors} texts={texts.validation} hidden={journey}>
      <TextField
        name="identifier"
        label={withPhone ? login.identifierOrPhone : login.identifier}
        type={withPhone ? "text" : "email"}
        inputMode={withPhone ? undefined : "email"}
        autoComplete={withPhone ? "username" : "email"}
        maxLength={254}
      />
      <PasswordField name="password" label={login.password} autoComplete="current-password" texts={texts.form} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SubmitButton label={login.submit} pendingLabel={login.pending} pending={pending} className="sm:min-w-40" />
        {children}
      </div>
    </ActionForm>
  );
}
