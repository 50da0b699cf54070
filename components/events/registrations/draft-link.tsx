"use client";

import { Send } from "lucide";
import { useState, useTransition, type MouseEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { FormProps } from "./form-props";
import { valuesOfForm } from "./registration-draft";
import { useRegistrationTexts } from "./registration-texts";
import { sendJson, textOf, type Problem } from "./send";
import { fill } from "@/components/ui/fill";
import { DRAFT_LINK_DAYS } from "@/lib/platform/supabase/database-constants/events";

type Props = Pick<FormProps, "type" | "locale"> & { companions: number; vehicles: number };
type Result = { sentTo: string } | { problem: Problem } | null;

/** Mails a link that continues this form on another device. */
export function DraftLink({ type, locale, companions, vehicles }: Props) {
  const { form: texts, problem: problems } = useRegistrationTexts();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [result, setResult] = useState<Result>(null);
  const mail = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    const { request_id: id, ...values } = valuesOfForm(form);
    const email = textOf(new FormData(form), "email").trim();
    start(async () => {
      const body = { request_id: id, type: type.id, email, draft: { values, companions, vehicles }, locale };
      const sent = await sendJson("/api/registrations/drafts", body);
      setResult("data" in sent ? { sentTo: email } : { problem: sent.problem });
    });
  };
  return (
    <div className="grid gap-2 border-t-2 border-line pt-4">
      <p className="text-sm text-muted">{texts.draft}</p>
      <Button type="button" variant="outline" className="w-fit" disabled={!hydrated || isPending} onClick={mail}>
        <Icon of={Send} /> {texts.draftLink}
      </Button>
      <p role="status" className="empty:hidden">
        {result && "sentTo" in result && fill(texts.draftSent, { email: result.sentTo, days: DRAFT_LINK_DAYS })}
      </p>
      {result && "problem" in result && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {result.problem === "invalid" ? texts.draftNeedsEmail : problems[result.problem]}
        </p>
      )}
    </div>
  );
}
