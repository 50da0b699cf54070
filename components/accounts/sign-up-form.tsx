"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/layout/notify";
import { signUpAction } from "@/lib/accounts/actions";
import type { Journey } from "./journey";
import { PasswordField } from "./password-field";
import { stateOptions } from "./state-options";

type SignUpFormProps = {
  texts: Pick<Messages["accounts"], "signUp" | "form" | "validation">;
  journey: Journey;
  /** The consent sentence with its links. */
  terms: ReactNode;
  loginPath: string;
};

const NOTICE_MS = 9000;

export function SignUpForm({ texts, journey, terms, loginPath }: SignUpFormProps) {
  const { signUp, form } = texts;
  const router = useRouter();
  const { execute, result, isPending, hasSucceeded } = useAction(signUpAction, {
    onError: ({ error }) => notifyFailure(error.serverError === "unexpected" ? { serverError: "signup.failed" } : error),
    onSuccess() {
      notify({ code: "signup.succeeded", variant: "success", durationMs: NOTICE_MS });
      router.push(loginPath);
    },
  });
  const pending = isPending || hasSucceeded;
  return (
    <ActionForm submit={execute} pending={pending} errors={result.validationErrors} texts={texts.validation} hidden={journey}>
      <TextField name="email" label={signUp.email} type="email" inputMode="email" autoComplete="email" maxLength={254} />
      <PasswordField name="password" label={signUp.password} hint={signUp.passwordHint} autoComplete="new-password" rated texts={form} />
      <TextField
        name="username"
        label={signUp.username}
        hint={signUp.usernameHint}
        optional={form.optional}
        autoComplete="nickname"
        maxLength={60}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="fullName" label={signUp.fullName} optional={form.optional} autoComplete="name" maxLength={120} />
        <SelectField name="homeState" label={signUp.homeState} optional={form.optional} options={stateOptions(signUp.noState)} autoComplete="address-level1" />
      </div>
      <CheckboxField name="terms" label={terms} required />
      <CheckboxField name="marketing" label={signUp.marketing} />
      <SubmitButton label={signUp.submit} pendingLabel={signUp.pending} pending={pending} />
    </ActionForm>
  );
}
