"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState, type ReactNode } from "react";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { signUpAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { notifySignUpFailure } from "./notify-sign-up-failure";
import { PasswordField } from "./password-field";
import { PhoneCodeForm } from "./phone-code-form";
import { PhoneField } from "./phone-field";
import { stateOptions } from "./state-options";
import { usePhoneSignUp } from "./use-phone-sign-up";

type SignUpFormProps = {
  formContext: AccountFormContext;
  /** The consent sentence with its links. */
  terms: ReactNode;
  loginPath: string;
  /** Whether the auth server has accounts with a phone number. */
  offersPhone: boolean;
};

const NOTICE_MS = 9000;

export function SignUpForm({ formContext, terms, loginPath, offersPhone }: SignUpFormProps) {
  const { signUp, phone, form } = useAccountTexts("signUp", "phone", "form");
  const router = useRouter();
  const [byPhone, setByPhone] = useState(false);
  const done = () => {
    notify({ code: "signup.succeeded", variant: "success", durationMs: NOTICE_MS });
    router.push(loginPath);
  };
  const sms = usePhoneSignUp(done);
  const { execute, result, isPending, hasSucceeded } = useAction(signUpAction, {
    onError: ({ error }) => notifySignUpFailure(error),
    onSuccess: done,
  });
  const pending = byPhone ? sms.pending : isPending || hasSucceeded;
  const identifier = byPhone ? (
    <PhoneField name="phone" label={phone.label} hint={phone.hint} />
  ) : (
    <EmailField name="email" label={signUp.email} />
  );
  const fields = (
    <ActionForm
      submit={byPhone ? sms.ask : execute}
      pending={pending}
      errors={byPhone ? sms.errors : result.validationErrors}
      hidden={formContext}
      className={sms.sent ? "hidden" : undefined}
    >
      {identifier}
      {offersPhone && (
        <Button variant="outline" className="justify-self-start" onClick={() => setByPhone(!byPhone)}>
          {byPhone ? phone.useEmail : phone.usePhone}
        </Button>
      )}
      <PasswordField
        name="password"
        label={signUp.password}
        hint={signUp.passwordHint}
        autoComplete="new-password"
        rated
      />
      <TextField
        name="username"
        label={signUp.username}
        hint={byPhone ? phone.usernameHint : signUp.usernameHint}
        optional={form.optional}
        autoComplete="nickname"
        maxLength={60}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="fullName"
          label={signUp.fullName}
          optional={form.optional}
          autoComplete="name"
          maxLength={120}
        />
        <SelectField
          name="homeState"
          label={signUp.homeState}
          optional={form.optional}
          options={stateOptions(signUp.noState)}
          autoComplete="address-level1"
        />
      </div>
      <CheckboxField name="terms" label={terms} required />
      {!byPhone && <CheckboxField name="marketing" label={signUp.marketing} />}
      <SubmitButton
        label={byPhone ? phone.send : signUp.submit}
        pendingLabel={byPhone ? phone.sending : signUp.pending}
        pending={pending}
      />
    </ActionForm>
  );
  return (
    <>
      {fields}
      {sms.sent && (
        <PhoneCodeForm
          first={sms.sent}
          errors={sms.errors}
          pending={pending}
          onSubmit={sms.confirm}
          onAgain={sms.ask}
          onBack={sms.back}
        />
      )}
    </>
  );
}
