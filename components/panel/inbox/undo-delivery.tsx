"use client";

import { whenConfirmed } from "@/components/ui/ask";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { decideAction } from "@/lib/panel/inbox/actions";

type Props = { application: string; path: string; texts: Messages["panel/inbox"]["planner"]["undo"] };

/** Takes a delivery back, so that the trip can be changed and delivered again; its link ends. */
export function UndoDelivery({ application, path, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending } = useAction(decideAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => {
      router.replace(path);
      router.refresh();
    },
  });
  return (
    <Button
      variant="outline"
      className="w-fit"
      disabled={!isReady || isPending}
      onClick={() =>
        whenConfirmed(texts.confirm, () => execute({ kind: "trip_panel", id: application, decision: "reopen" }))
      }
    >
      {texts.button}
    </Button>
  );
}
