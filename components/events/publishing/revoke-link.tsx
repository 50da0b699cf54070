"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { revokePublishLinkAction } from "@/lib/events/publishing/links/actions";

type Props = { id: string; label: string; name: string; confirm: string };

/** Revokes a publish link after a question; a revoked link stays revoked. */
export function RevokeLink({ id, label, name, confirm }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const { execute, isPending } = useAction(revokePublishLinkAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${label}: ${name}`}
      disabled={isPending || !hydrated}
      onClick={() => whenConfirmed(confirm, () => execute({ id }))}
    >
      {label}
    </Button>
  );
}
