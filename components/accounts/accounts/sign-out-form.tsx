"use client";

import { useRef, type ReactNode, type SubmitEvent } from "react";
import { signOutAction } from "@/lib/accounts/accounts/actions";
import { discardUnsaved, hasUnsaved } from "@/components/form/unsaved";
import { ask } from "@/components/ui/ask";
import { hasPanelDraft, hasUnsavedSale, hasUnsentEntries, removeDeviceData } from "./device-data";

type Props = {
  /** Question asked before an unsaved sale is removed from the device. */
  confirmUnsavedSale?: string;
  /** Question asked before entries of the log of a car that were not sent are removed from the device. */
  confirmUnsent: string;
  /** Question asked before typed texts of the panel that were not saved are removed from the device. */
  confirmUnsaved: string;
  children: ReactNode;
};

/** Signs out with one click, with or without JavaScript; the static header is updated at once. */
export function SignOutForm({ confirmUnsavedSale, confirmUnsent, confirmUnsaved, children }: Props) {
  const isConfirmed = useRef(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isConfirmed.current) return;
    event.preventDefault();
    void signOut(event.currentTarget);
  };
  const signOut = async (form: HTMLFormElement) => {
    if (confirmUnsavedSale && hasUnsavedSale() && !(await ask(confirmUnsavedSale))) return;
    if ((hasUnsaved() || hasPanelDraft()) && !(await ask(confirmUnsaved))) return;
    if ((await hasUnsentEntries().catch(() => false)) && !(await ask(confirmUnsent))) return;
    discardUnsaved();
    removeDeviceData();
    delete document.documentElement.dataset.logged;
    isConfirmed.current = true;
    form.requestSubmit();
  };
  return (
    <form action={signOutAction} onSubmit={submit}>
      {children}
    </form>
  );
}
