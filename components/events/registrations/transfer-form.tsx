"use client";

import type { Messages } from "next-intl";
import { useState, useTransition } from "react";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { sendJson, type Problem } from "./send";

type Texts = Pick<Messages["events/registrations"], "status" | "form" | "validation" | "problem">;
type Outcome = { problem: Problem | null; errors?: FormErrors; isDone: boolean };

/** Gives the registration to another person; this link ends with it. */
export function TransferForm({ token, texts }: { token: string; texts: Texts }) {
  const [isPending, start] = useTransition();
  const [{ problem, errors, isDone }, setOutcome] = useState<Outcome>({ problem: null, isDone: false });
  const send = (form: FormData) =>
    start(async () => {
      const body = { change: "transfer", token, ...Object.fromEntries(form) };
      const sent = await sendJson("/api/registrations/changes", body);
      setOutcome("data" in sent ? { problem: null, isDone: true } : { ...sent, isDone: false });
    });
  if (isDone) return <p role="status">{texts.status.transferred}</p>;
  return (
    <ActionForm submit={send} pending={isPending} errors={errors} texts={texts.validation}>
      <TextField name="full_name" label={texts.form.fullName} autoComplete="off" maxLength={120} />
      <EmailField name="email" label={texts.form.email} autoComplete="off" />
      <PhoneField name="phone" label={texts.form.phone} autoComplete="off" />
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {texts.problem[problem]}
        </p>
      )}
      <SubmitButton label={texts.status.transferSubmit} pendingLabel={texts.form.pending} pending={isPending} />
    </ActionForm>
  );
}
