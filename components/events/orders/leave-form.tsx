"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { sendJson, type Problem } from "@/components/events/registrations/send";
import { Button } from "@/components/ui/button";

type Props = {
  token: string;
  registration: string;
  label: string;
  problems: Messages["events/registrations"]["problem"];
};

/** The button that takes one person out of an order; what comes back is above it. */
export function LeaveForm({ token, registration, label, problems }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = () =>
    start(async () => {
      const sent = await sendJson("/api/registrations/changes", { change: "leave", token, registration });
      setProblem("problem" in sent ? sent.problem : null);
      if ("data" in sent) router.refresh();
    });
  return (
    <div className="grid gap-3">
      <Button variant="primary" className="w-full sm:w-fit" disabled={!hydrated || isPending} onClick={send}>
        {label}
      </Button>
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {problems[problem]}
        </p>
      )}
    </div>
  );
}
