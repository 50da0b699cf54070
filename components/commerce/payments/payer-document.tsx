"use client";

import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useState, useTransition } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Card, CardTitle } from "@/components/ui/card";

type Texts = Messages["commerce/payments"]["document"];
type Problem = keyof Texts["problem"];
type Answer = { code: string; fieldErrors?: FormErrors["fieldErrors"] };

async function send(form: FormData): Promise<Answer> {
  try {
    const response = await fetch("/api/payer-documents", { method: "POST", body: form });
    return (await response.json().catch(() => ({ code: "unavailable" }))) as Answer;
  } catch {
    return { code: "offline" };
  }
}

const PROBLEM_OF: Partial<Record<string, Problem>> = { "rate.limited": "limited", offline: "offline" };

/** Asks the client for the CPF or CNPJ before the payment; a failure keeps what was typed. */
export function PayerDocument({ token, texts }: { token: string; texts: Texts }) {
  const router = useRouter();
  const [errors, setErrors] = useState<FormErrors>();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, start] = useTransition();
  const submit = (form: FormData) =>
    start(async () => {
      form.set("token", token);
      const { code, fieldErrors } = await send(form);
      setErrors(fieldErrors && { fieldErrors });
      const isDone = code === "stored" || code === "closed";
      setProblem(isDone || fieldErrors ? null : (PROBLEM_OF[code] ?? "unavailable"));
      if (isDone) router.refresh();
    });
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.title}</CardTitle>
      <p className="text-muted">{texts.lead}</p>
      <ActionForm submit={submit} pending={isPending} errors={errors} texts={texts.validation} className="gap-4">
        <TextField name="payer_document" label={texts.label} maxLength={20} autoComplete="off" />
        <div aria-live="polite">
          {problem && <p className="rounded-xl border-2 border-danger p-4 font-semibold">{texts.problem[problem]}</p>}
        </div>
        <SubmitButton label={texts.submit} pendingLabel={texts.sending} pending={isPending} variant="faixa" />
      </ActionForm>
    </Card>
  );
}
