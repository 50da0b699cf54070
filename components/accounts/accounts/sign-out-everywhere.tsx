"use client";

import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { signOutEverywhereAction } from "@/lib/accounts/accounts/profile/actions";
import { ask } from "../../ui/ask";
import { hasPanelDraft, hasUnsentEntries, removeDeviceData } from "./device-data";
import type { AccountFormContext } from "./account-form-context";

export function SignOutEverywhere({
  label,
  pendingLabel,
  confirmUnsent,
  confirmUnsaved,
  formContext,
}: {
  label: string;
  pendingLabel: string;
  /** Question asked before entries of the log of a car that were not sent are removed from the device. */
  confirmUnsent: string;
  /** Question asked before typed texts of the panel that were not saved are removed from the device. */
  confirmUnsaved: string;
  formContext: AccountFormContext;
}) {
  const hydrated = useHydrated();
  const { execute, isPending, hasSucceeded } = useAction(signOutEverywhereAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      removeDeviceData();
      window.location.assign(data.path);
    },
  });
  const signOut = async () => {
    if (hasPanelDraft() && !(await ask(confirmUnsaved))) return;
    if ((await hasUnsentEntries().catch(() => false)) && !(await ask(confirmUnsent))) return;
    execute(formContext);
  };
  const pending = isPending || hasSucceeded;
  return (
    <Button
      variant="danger"
      className="h-auto min-h-11 w-full py-1 leading-tight whitespace-normal sm:w-auto"
      disabled={!hydrated || pending}
      onClick={() => void signOut()}
    >
      {pending ? pendingLabel : label}
    </Button>
  );
}
