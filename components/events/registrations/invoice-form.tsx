"use client";

import type { Messages } from "next-intl";
import { useState, useTransition } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formattedDocument } from "@/lib/platform/tax-document";
import { sendJson, type Problem } from "./send";

type Texts = Pick<Messages["events/registrations"], "invoice" | "form" | "validation" | "problem">;
type Outcome = { problem: Problem | null; errors?: FormErrors; isSaved: boolean };
type Props = { token: string; invoice: RegistrationPage["invoice"]; texts: Texts };

/** Who the invoice of a paid registration is for; empty fields delete it. */
export function InvoiceForm({ token, invoice, texts }: Props) {
  const [isPending, start] = useTransition();
  const [{ problem, errors, isSaved }, setOutcome] = useState<Outcome>({ problem: null, isSaved: false });
  const { invoice: words, form } = texts;
  const send = (data: FormData) =>
    start(async () => {
      const body = { change: "invoice", token, ...Object.fromEntries(data) };
      const sent = await sendJson("/api/registrations/changes", body);
      setOutcome("data" in sent ? { problem: null, isSaved: true } : { ...sent, isSaved: false });
    });
  return (
    <details className="rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <summary className="min-h-11 cursor-pointer content-center font-display text-2xl">{words.title}</summary>
      <p className="my-3 text-muted">{words.lead}</p>
      <ActionForm submit={send} pending={isPending} errors={errors} texts={texts.validation}>
        <TextField
          name="invoice_name"
          label={words.name}
          optional={form.optional}
          autoComplete="off"
          maxLength={160}
          defaultValue={invoice?.name}
        />
        <TextField
          name="invoice_document"
          label={form.document}
          optional={form.optional}
          autoComplete="off"
          maxLength={20}
          defaultValue={invoice ? formattedDocument(invoice.document) : ""}
        />
        <TextField
          name="invoice_address"
          label={words.address}
          optional={form.optional}
          autoComplete="off"
          maxLength={300}
          defaultValue={invoice?.address ?? ""}
        />
        {problem && (
          <p role="alert" className="rounded-lg border-2 border-danger p-3">
            {texts.problem[problem]}
          </p>
        )}
        <p role="status" className="empty:hidden">
          {isSaved ? words.saved : null}
        </p>
        <SubmitButton label={words.save} pendingLabel={form.pending} pending={isPending} />
      </ActionForm>
    </details>
  );
}
