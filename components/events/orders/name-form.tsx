"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { sendJson, textOf, type Sent } from "@/components/events/registrations/send";

type Props = {
  token: string;
  registration: string;
  texts: Messages["events/orders"]["page"];
  validation: Record<string, string>;
  problems: Messages["events/registrations"]["problem"];
};

/** The name of a person of an order, which was not known when the order was sent. */
export function NameForm({ token, registration, texts, validation, problems }: Props) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [sent, setSent] = useState<Sent<object> | null>(null);
  const failure = sent && "problem" in sent ? sent : null;
  const send = (form: FormData) =>
    start(async () => {
      const body = { change: "name", token, registration, full_name: textOf(form, "full_name") };
      const answer = await sendJson<object>("/api/registrations/changes", body);
      setSent(answer);
      if ("data" in answer) router.refresh();
    });
  return (
    <ActionForm submit={send} pending={isPending} errors={failure?.errors} texts={validation} className="max-w-md">
      <TextField name="full_name" label={texts.name} autoComplete="off" maxLength={120} />
      {failure && !failure.errors && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {problems[failure.problem]}
        </p>
      )}
      <SubmitButton label={texts.saveName} pendingLabel={texts.savingName} pending={isPending} />
    </ActionForm>
  );
}
