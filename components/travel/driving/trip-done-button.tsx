"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { setTripDoneAction } from "@/lib/travel/tracks/actions";

type Props = {
  trip: string;
  isDone: boolean;
  texts: Pick<Messages["travel/saved-trips"]["drive"], "close" | "reopen" | "confirm">;
};

/** Closes a driven trip or opens it again. */
export function TripDoneButton({ trip, isDone, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending } = useAction(setTripDoneAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  const change = () => {
    const set = () => execute({ id: trip, isDone: !isDone });
    if (isDone) set();
    else whenConfirmed(texts.confirm, set);
  };
  return (
    <Button variant="outline" disabled={!isReady || isPending} onClick={change}>
      {isDone ? texts.reopen : texts.close}
    </Button>
  );
}
