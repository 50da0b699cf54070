"use client";

import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { googleSignInAction } from "@/lib/accounts/actions";
import type { Journey } from "./journey";

export function GoogleButton({ label, journey }: { label: string; journey: Journey }) {
  const hydrated = useHydrated();
  const { execute, isPending, hasSucceeded } = useAction(googleSignInAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => window.location.assign(data.url),
  });
  return (
    <Button variant="outline" disabled={!hydrated || isPending || hasSucceeded} onClick={() => execute(journey)} className="whitespace-normal">
      {label}
    </Button>
  );
}
