"use client";

import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { acknowledgeLegalAction } from "@/lib/accounts/privacy/actions";
import type { AcknowledgedDocument } from "@/lib/accounts/privacy/rules";

/** Records that the account has seen the current version of a legal text, and removes the notice about it. */
export function AcknowledgeButton({ document, label }: { document: AcknowledgedDocument; label: string }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const { execute, isPending } = useAction(acknowledgeLegalAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <Button variant="outline" disabled={!hydrated || isPending} onClick={() => execute({ document })}>
      {label}
    </Button>
  );
}
