"use client";

import type { FormEvent, ReactNode } from "react";
import { signOutAction } from "@/lib/accounts/actions";
import { hasUnsavedSale, removeDeviceData } from "./device-data";

type Props = {
  /** Asked before a sale that was not saved is removed from the device. */
  confirmUnsavedSale?: string;
  children: ReactNode;
};

/** Signs out with one click, with or without script; the static header changes its face at once. */
export function SignOutForm({ confirmUnsavedSale, children }: Props) {
  const leave = (event: FormEvent) => {
    if (confirmUnsavedSale && hasUnsavedSale() && !window.confirm(confirmUnsavedSale)) return event.preventDefault();
    removeDeviceData();
    delete document.documentElement.dataset.logged;
  };
  return (
    <form action={signOutAction} onSubmit={leave}>
      {children}
    </form>
  );
}
