"use client";

import { QrCode } from "lucide";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { PixPayer } from "@/lib/commerce/payments/schema";

type Texts = Pick<Messages["commerce/payments"]["pix"], "open" | "opening" | "problem">;

/** Creates the Pix payment of this order; the page then shows its code. */
export function OpenPix({ payer, texts }: { payer: PixPayer; texts: Texts }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);
  const open = () =>
    start(async () => {
      const response = await fetch("/api/pix", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(payer),
      }).catch(() => null);
      const answer = (await response?.json().catch(() => null)) as { code?: string } | null | undefined;
      const failed = answer?.code === "shares.taken" ? texts.problem.taken : texts.problem.unavailable;
      setProblem(response?.ok ? null : response ? failed : texts.problem.offline);
      if (response?.ok || response?.status === 409) router.refresh();
    });
  return (
    <div className="grid gap-3">
      <Button variant="faixa" className="w-full sm:w-fit" disabled={!hydrated || isPending} onClick={open}>
        <Icon of={QrCode} /> {isPending ? texts.opening : texts.open}
      </Button>
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {problem}
        </p>
      )}
    </div>
  );
}
