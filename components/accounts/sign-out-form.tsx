"use client";

import type { ReactNode } from "react";
import { signOutAction } from "@/lib/accounts/actions";

/** Signs out with one click, with or without script; the static header changes its face at once. */
export function SignOutForm({ children }: { children: ReactNode }) {
  return (
    <form action={signOutAction} onSubmit={() => delete document.documentElement.dataset.logged}>
      {children}
    </form>
  );
}
