"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { testStripeAction } from "@/lib/commerce/payments/actions";

/** Checks with the payment provider that the keys are valid. */
export function StripeTest({
  texts,
}: {
  texts: Pick<Messages["commerce/payments"]["panel"]["settings"]["card"], "test" | "testing" | "answer">;
}) {
  const { execute, result, isPending } = useAction(testStripeAction, { onError: ({ error }) => notifyFailure(error) });
  const hydrated = useHydrated();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" disabled={isPending || !hydrated} onClick={() => execute()}>
        {isPending ? texts.testing : texts.test}
      </Button>
      <p role="status">{result.data && texts.answer[result.data.answer]}</p>
    </div>
  );
}
