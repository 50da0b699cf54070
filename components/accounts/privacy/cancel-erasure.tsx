"use client";

import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { cancelErasureAction } from "@/lib/accounts/privacy/actions";

export function CancelErasure({ label, pendingLabel }: { label: string; pendingLabel: string }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const { execute, isPending } = useAction(cancelErasureAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <Button className="w-full sm:w-auto" disabled={!hydrated || isPending} onClick={() => execute()}>
      {isPending ? pendingLabel : label}
    </Button>
  );
}
