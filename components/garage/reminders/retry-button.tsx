"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { retryReminderAction } from "@/lib/garage/reminders/actions";

/** Sends a failed mail or push message again. */
export function RetryButton({ id, label }: { id: string; label: string }) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending } = useAction(retryReminderAction, {
    onSuccess: ({ data: { outcome } }) => {
      if (outcome === "saved") notify({ code: "reminder.retried", variant: "success" });
      else notify({ code: "reminder.notRetried", variant: "destructive" });
      router.refresh();
    },
    onError: ({ error, input }) => notifyFailure(error, () => execute(input)),
  });
  return (
    <Button variant="outline" size="md" disabled={!isReady || isPending} onClick={() => execute({ id })}>
      {label}
    </Button>
  );
}
