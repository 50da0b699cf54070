"use client";

import { useEffect } from "react";
import { notify, type Notice } from "@/components/layout/notify";

/** Shows a notice that came with the address and takes it out of the address, so that a reload is quiet. */
export function NoticeOnce({ param, notice }: { param: string; notice: Notice }) {
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has(param)) return;
    url.searchParams.delete(param);
    window.history.replaceState(window.history.state, "", url);
    // The toaster stands further down the page and starts listening in this same round of effects.
    setTimeout(() => notify(notice), 0);
  }, [param, notice]);
  return null;
}
