"use client";

import type { Messages } from "next-intl";
import { useState, useTransition } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { sendJson, type Problem } from "./send";

type Texts = Messages["events/registrations"];
type Props = {
  texts: Texts["status"];
  problems: Texts["problem"];
  validation: Texts["validation"];
  locale: Locale;
  code: string;
};

/** Finds a registration; every wrong pair of code and contact gets the same answer. */
export function LookupForm({ texts, problems, validation, locale, code }: Props) {
  const [isPending, start] = useTransition();
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = (form: FormData) =>
    start(async () => {
      setProblem(null);
      const sent = await sendJson<{ path: string }>("/api/registrations/status", {
        code: form.get("code"),
        contact: form.get("contact"),
      });
      if ("data" in sent) return window.location.assign(localePath(locale, sent.data.path));
      setProblem(sent.problem);
    });
  return (
    <ActionForm submit={send} pending={isPending} errors={undefined} texts={validation}>
      <TextField
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        defaultValue={code}
        autoComplete="off"
        maxLength={20}
      />
      <TextField name="contact" label={texts.emailOrPhone} autoComplete="email" maxLength={254} />
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {problem === "gone" ? texts.notFound : problems[problem]}
        </p>
      )}
      <SubmitButton label={texts.submit} pendingLabel={texts.submit} pending={isPending} />
    </ActionForm>
  );
}
