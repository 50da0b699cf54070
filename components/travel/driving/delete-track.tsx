"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { deleteTrackAction } from "@/lib/travel/tracks/actions";

type Props = { id: string; name: string; texts: Pick<Messages["travel/driving"]["tracks"], "remove" | "confirm"> };

/** Deletes a track after a question, because it cannot be restored. */
export function DeleteTrack({ id, name, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending } = useAction(deleteTrackAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <Button
      variant="outline"
      disabled={!isReady || isPending}
      aria-label={`${texts.remove}: ${name}`}
      onClick={() => whenConfirmed(texts.confirm, () => execute({ id }))}
    >
      {texts.remove}
    </Button>
  );
}
