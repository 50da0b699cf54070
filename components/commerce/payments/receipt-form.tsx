"use client";

import { Upload } from "lucide";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition, type SubmitEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { PixPayer } from "@/lib/commerce/payments/schema";

type Texts = Messages["commerce/payments"]["receipt"];
type Problem = keyof Texts["problem"];

const MAX_BYTES = 5 * 1024 * 1024;
const BY_STATUS: Partial<Record<number, Problem>> = {
  409: "late",
  413: "tooBig",
  415: "type",
  422: "activePdf",
  429: "limited",
  404: "late",
};

async function send(payer: PixPayer, payment: string, file: File): Promise<Problem | null> {
  if (file.size > MAX_BYTES) return "tooBig";
  const form = new FormData();
  for (const [name, value] of Object.entries(payer)) form.set(name, value);
  form.set("payment", payment);
  form.set("file", file);
  const response = await fetch("/api/payment-receipts", { method: "POST", body: form }).catch(() => null);
  if (response?.ok) return null;
  return response ? (BY_STATUS[response.status] ?? "unavailable") : "offline";
}

/** "Já paguei": upload of the bank's receipt; a failure keeps the chosen file for a retry. */
export function ReceiptForm({ payer, payment, texts }: { payer: PixPayer; payment: string; texts: Texts }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, start] = useTransition();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!file || isPending) return;
    start(async () => {
      const found = await send(payer, payment, file);
      setProblem(found);
      if (!found || found === "late") router.refresh();
    });
  };
  return (
    <form method="post" onSubmit={submit} aria-busy={isPending} className="grid gap-3 border-t-2 border-line pt-4">
      <h3 className="text-xl">{texts.title}</h3>
      <label className="grid min-h-20 cursor-pointer place-items-center gap-1 rounded-xl border-2 border-dashed border-line p-4 text-center hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa">
        <Icon of={Upload} className="size-6" />
        <span className="font-semibold wrap-anywhere">{file?.name ?? texts.choose}</span>
        <span className="text-sm text-muted">{texts.hint}</span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          className="sr-only"
          disabled={!hydrated}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setProblem(null);
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {texts.problem[problem]}
        </p>
      )}
      <Button type="submit" variant="outline" className="w-full sm:w-fit" disabled={!hydrated || !file || isPending}>
        {isPending ? texts.sending : texts.send}
      </Button>
    </form>
  );
}
