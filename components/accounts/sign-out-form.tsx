"use client";

import type { FormEvent, ReactNode } from "react";
import { signOutAction } from "@/lib/accounts/actions";
import { hasUnsavedSale, removeDeviceData } from "./device-data";

type Props = {
  /** Question asked before an unsaved sale is removed from the device. */
  confirmUnsavedSale?: string;
  children: ReactNode;
};

/** Signs out with one click, with or without JavaScript; the static header is updated at once. */
export function SignOutForm({ confirmUnsavedSale, children }: Props) {
  const confirmUnsaved = (event: FormEvent) => {
    if (confirmUnsavedSale && hasUnsavedSale() && !window.confirm(confirmUnsavedSale)) return event.preventDefault();
    removeDeviceData();
    delete document.documentElement.dataset.logged;
  };
  return (
    <form action={signOutAction} onSubmit={confirmUnsaved}>
      {children}
    </form>
  );
}
