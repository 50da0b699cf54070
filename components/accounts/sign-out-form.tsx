"use client";

import { useRef, type ReactNode, type SubmitEvent } from "react";
import { signOutAction } from "@/lib/accounts/actions";
import { hasUnsavedSale, hasUnsentEntries, removeDeviceData } from "./device-data";

type Props = {
  /** Question asked before an unsaved sale is removed from the device. */
  confirmUnsavedSale?: string;
  /** Question asked before entries of the log of a car that were not sent are removed from the device. */
  confirmUnsent: string;
  children: ReactNode;
};

/** Signs out with one click, with or without JavaScript; the static header is updated at once. */
export function SignOutForm({ confirmUnsavedSale, confirmUnsent, children }: Props) {
  const isConfirmed = useRef(false);
  const confirmUnsaved = (event: SubmitEvent<HTMLFormElement>) => {
    if (isConfirmed.current) return;
    event.preventDefault();
    if (confirmUnsavedSale && hasUnsavedSale() && !window.confirm(confirmUnsavedSale)) return;
    void signOut(event.currentTarget);
  };
  const signOut = async (form: HTMLFormElement) => {
    if ((await hasUnsentEntries().catch(() => false)) && !window.confirm(confirmUnsent)) return;
    removeDeviceData();
    delete document.documentElement.dataset.logged;
    isConfirmed.current = true;
    form.requestSubmit();
  };
  return (
    <form action={signOutAction} onSubmit={confirmUnsaved}>
      {children}
    </form>
  );
}
