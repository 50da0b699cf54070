"use client";

import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { submitEventAction } from "@/lib/events/publishing/actions";
import type { EventMessages } from "./event-texts";
import { submitByLink } from "./link-calls";
import { useChange } from "./use-change";

type Props = {
  change: { id: string; expected_version: string };
  label: string;
  pendingLabel: string;
  stops: EventMessages["stops"];
  /** The token of a publish link instead of an account. */
  link?: string;
};

/** Sends the event to the team or publishes it. */
export function SubmitEventButton({ change, label, pendingLabel, stops, link }: Props) {
  const { run, isPending, stop } = useChange();
  const hydrated = useHydrated();
  return (
    <>
      <Button
        disabled={isPending || !hydrated}
        onClick={() => run(() => (link ? submitByLink(link, change) : submitEventAction(change)))}
      >
        {isPending ? pendingLabel : label}
      </Button>
      {stop && (
        <p role="alert" className="w-full font-semibold text-danger">
          {stops[stop as keyof typeof stops] ?? stops.missing}
        </p>
      )}
    </>
  );
}
