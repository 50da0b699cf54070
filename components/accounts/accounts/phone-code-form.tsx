"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { maskPhone } from "@/lib/accounts/accounts/rules";
import { useAccountTexts } from "./account-texts";
import { useCountdown } from "./use-countdown";

type PhoneCodeFormProps = {
  /** Data of the first step, sent again together with the code. */
  first: FormData;
  errors: FormErrors | undefined;
  pending: boolean;
  onSubmit: (form: FormData) => void;
  onAgain: (form: FormData) => void;
  onBack: () => void;
  children?: ReactNode;
};

const WAIT_SECONDS = 60;

/** The code step of every form that is confirmed by SMS. */
export function PhoneCodeForm({ first, errors, pending, onSubmit, onAgain, onBack, children }: PhoneCodeFormProps) {
  const { phone: texts } = useAccountTexts("phone");
  const heading = useRef<HTMLHeadingElement>(null);
  const [seconds, startCountdown] = useCountdown(WAIT_SECONDS);
  useEffect(() => {
    heading.current?.focus();
    startCountdown();
  }, [startCountdown]);
  const typed = first.get("phone");
  const number = maskPhone(typeof typed === "string" ? typed : "").replace(" ", "\u00a0");
  const submit = (form: FormData) => {
    for (const [name, value] of first) if (!form.has(name)) form.set(name, value);
    onSubmit(form);
  };
  const again = () => {
    startCountdown();
    onAgain(first);
  };
  return (
    <ActionForm submit={submit} pending={pending} errors={errors}>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {texts.codeTitle}
      </h2>
      <p className="text-muted">{texts.codeLead.replace("{phone}", number)}</p>
      <TextField name="code" label={texts.code} inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
      {children}
      <SubmitButton label={texts.confirm} pendingLabel={texts.confirming} pending={pending} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={seconds > 0 || pending} onClick={again} className="tabular">
          {seconds ? texts.wait.replace("{seconds}", String(seconds)) : texts.again}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </ActionForm>
  );
}
