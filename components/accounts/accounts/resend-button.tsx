"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { resendConfirmationAction } from "@/lib/accounts/accounts/actions";
import type { AccountFormContext } from "./account-form-context";

/** Sends the confirmation link again; only once per visit. */
export function ResendButton({
  texts,
  formContext,
}: {
  texts: Messages["accounts/accounts"]["panel"]["email"];
  formContext: AccountFormContext;
}) {
  const hydrated = useHydrated();
  const { execute, isPending, hasSucceeded } = useAction(resendConfirmationAction, {
    onError: ({ error }) => notifyFailure(error),
  });
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="w-full justify-self-start sm:w-auto"
        disabled={!hydrated || isPending || hasSucceeded}
        onClick={() => execute(formContext)}
      >
        {isPending ? texts.pending : texts.resend}
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {hasSucceeded && texts.sent}
      </p>
    </div>
  );
}
