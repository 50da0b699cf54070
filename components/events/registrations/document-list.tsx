"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition, type SubmitEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { createTexts } from "@/components/ui/texts";
import { documentLabel, fileNames, type FormField } from "@/lib/events/registrations/questions/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { FileField } from "./file-field";
import { sendDocument, textOf, type Problem } from "./send";
import { ENDED_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

type Texts = Pick<Messages["events/registrations"], "status" | "form" | "documentNames" | "problem">;
const { Provider: DocumentTexts, useTexts: useDocumentTexts } = createTexts<Texts>("DocumentTexts");
type Props = {
  token: string;
  page: Pick<RegistrationPage, "documents" | "required_documents" | "status">;
  /** Questions of the form; those answered with a file are listed too. */
  fields: readonly FormField[];
  texts: Texts;
};

/** Required and sent documents with their status; a missing or refused one can be sent. */
export function DocumentList({ token, page, fields, texts }: Props) {
  const kinds = [
    ...new Set([...page.required_documents, ...fileNames(fields), ...page.documents.map(({ kind }) => kind)]),
  ];
  if (kinds.length === 0) return null;
  return (
    <DocumentTexts value={texts}>
      <Card className="grid gap-4">
        <CardTitle>{texts.status.documents}</CardTitle>
        <ul className="grid gap-4">
          {kinds.map((kind) => {
            const found = page.documents.findLast((one) => one.kind === kind);
            const state = found?.status ?? "missing";
            return (
              <li key={kind} className="grid gap-2 border-t-2 border-line pt-4 first:border-0 first:pt-0">
                <p className="flex flex-wrap gap-x-3">
                  <strong>{documentLabel(kind, texts.documentNames, fields)}</strong>
                  <span className={state === "refused" ? "text-danger" : "text-muted"}>
                    {texts.status.documentStatus[state]}
                  </span>
                </p>
                {found?.reason && <p>{found.reason}</p>}
                {state !== "ok" && !ENDED_REGISTRATION_STATUSES.some((one) => one === page.status) && (
                  <DocumentForm token={token} kind={kind} />
                )}
              </li>
            );
          })}
        </ul>
      </Card>
    </DocumentTexts>
  );
}

function DocumentForm({ token, kind }: { token: string; kind: string }) {
  const texts = useDocumentTexts();
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const expires = textOf(new FormData(event.currentTarget), "expires");
    if (!file || isPending) return;
    start(async () => {
      const sent = await sendDocument({ token, kind, expires, file });
      setProblem("data" in sent ? null : sent.problem);
      if ("data" in sent) router.refresh();
    });
  };
  return (
    <form
      method="post"
      onSubmit={submit}
      aria-busy={isPending}
      className="grid gap-3 sm:grid-cols-[1fr_12rem_auto] sm:items-end"
    >
      <FileField name="file" label={texts.status.file} onFile={setFile} />
      <TextField name="expires" label={texts.status.expires} optional={texts.form.optional} type="date" />
      <Button type="submit" variant="outline" disabled={!hydrated || !file || isPending}>
        {isPending ? texts.status.sending : texts.status.send}
      </Button>
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3 sm:col-span-3">
          {texts.problem[problem === "invalid" ? "type" : problem]}
        </p>
      )}
    </form>
  );
}
