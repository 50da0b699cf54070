"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { assignAction } from "@/lib/panel/inbox/actions";
import type { InboxKey } from "@/lib/panel/inbox/rules";

/** Assigns an item to the account, or releases it. */
export function AssignButton({ kind, id, mine }: { kind: InboxKey; id: string; mine: boolean }) {
  const t = useTranslations("panel/inbox");
  const router = useRouter();
  const { execute, isPending } = useAction(assignAction, {
    onSuccess: () => router.refresh(),
    onError: ({ error }) => notifyFailure(error),
  });
  return (
    <Button variant="ghost" disabled={isPending} onClick={() => execute({ kind, id, mine: !mine })}>
      {t(mine ? "giveBack" : "assign")}
    </Button>
  );
}
