"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { sendJson, type Problem } from "./send";

type Props = {
  token: string;
  change: "accept" | "confirm" | "link" | "cancel" | "refuse-messages" | "allow-messages";
  label: string;
  /** Shown when it worked; without it the page is read again. */
  done?: string;
  variant?: "primary" | "outline" | "faixa";
  problems: Messages["events/registrations"]["problem"];
};

/** One button that changes a registration. */
export function SimpleChange({ token, change, label, done, variant = "primary", problems }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [result, setResult] = useState<Problem | "done" | null>(null);
  const send = () =>
    start(async () => {
      const sent = await sendJson("/api/registrations/changes", { change, token });
      setResult("data" in sent ? "done" : sent.problem);
      if ("data" in sent) router.refresh();
    });
  return (
    <div className="grid gap-3">
      <Button variant={variant} className="w-full sm:w-fit" disabled={!hydrated || isPending} onClick={send}>
        {label}
      </Button>
      <p role="status" className="empty:hidden">
        {result === "done" ? done : null}
      </p>
      {result && result !== "done" && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {problems[result]}
        </p>
      )}
    </div>
  );
}
