"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition, type SubmitEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { priceText } from "@/lib/events/publishing/rules";
import { MAX_PROOF_BYTES } from "@/lib/events/recipients/schema";

type Texts = Messages["events/recipients"]["owed"];
type Problem = keyof Texts["problem"];
type Props = {
  payment: string;
  /** What the form suggests to return. */
  cents: number;
  /** What the organiser still has of the payment. */
  left: number;
  today: string;
  /** Whether the rules of the event may end what is owed before everything went back. */
  offersEnd: boolean;
  texts: Texts;
};

const PROBLEMS: Record<string, Problem> = {
  "refund.amount": "amount",
  "refund.law": "law",
  "refund.gone": "gone",
  "receipt.tooBig": "tooBig",
  "receipt.type": "type",
  "pdf.active": "type",
  "input.invalid": "invalid",
};

async function send(form: FormData): Promise<Problem | null> {
  const file = form.get("file");
  if (file instanceof File && file.size > MAX_PROOF_BYTES) return "tooBig";
  const response = await fetch("/api/event-refunds", { method: "POST", body: form }).catch(() => null);
  if (response?.ok) return null;
  const answer = (await response?.json().catch(() => null)) as { code?: string } | null;
  return PROBLEMS[answer?.code ?? ""] ?? "unavailable";
}

/** Records money that the organiser returned, with the file of the bank; a failure keeps what was typed. */
export function RefundForm({ payment, cents, left, today, offersEnd, texts }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, start] = useTransition();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    start(async () => {
      const found = await send(form);
      setProblem(found);
      if (!found || found === "gone") router.refresh();
    });
  };
  return (
    <form method="post" onSubmit={submit} aria-busy={isPending} className="grid max-w-xl gap-3">
      <input type="hidden" name="item" value={payment} />
      <input type="hidden" name="left" value={left} />
      <div className="grid gap-3 sm:grid-cols-2">
        <label className="grid gap-1 font-semibold">
          {texts.amount}
          <Input name="cents" inputMode="decimal" defaultValue={priceText(cents)} required maxLength={20} />
        </label>
        <label className="grid gap-1 font-semibold">
          {texts.day}
          <Input type="date" name="on_day" defaultValue={today} max={today} required />
        </label>
      </div>
      <label className="grid gap-1 font-semibold">
        {texts.file}
        <Input type="file" name="file" accept="image/jpeg,image/png,image/webp,application/pdf" required />
        <span className="text-sm font-normal text-muted">{texts.fileHint}</span>
      </label>
      {offersEnd && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="is_final" className="size-5" /> {texts.final}
        </label>
      )}
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {texts.problem[problem]}
        </p>
      )}
      <Button type="submit" variant="outline" className="w-fit" disabled={!hydrated || isPending}>
        {isPending ? texts.pending : texts.send}
      </Button>
    </form>
  );
}
