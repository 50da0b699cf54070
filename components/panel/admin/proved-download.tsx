"use client";

import type { ComponentProps } from "react";
import { notifyFailure } from "@/components/form/notify-failure";

/** Starts a download that needs a recent proof of identity; asks for the proof first when the last one is too old. */
export async function downloadProved(address: string): Promise<void> {
  const check = `${address}${address.includes("?") ? "&" : "?"}check=1`;
  const response = await fetch(check, { cache: "no-store" }).catch(() => null);
  if (response?.ok) return window.location.assign(address);
  if (response?.status === 401) return notifyFailure({ serverError: "auth.required" });
  const { code = "service.unavailable" } = ((await response?.json().catch(() => ({}))) ?? {}) as { code?: string };
  notifyFailure({ serverError: code }, () => void downloadProved(address));
}

/** The link of a file that needs a recent proof of identity. */
export function ProvedDownload({ href, children, ...props }: ComponentProps<"a"> & { href: string }) {
  return (
    <a
      {...props}
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        void downloadProved(href);
      }}
    >
      {children}
    </a>
  );
}
