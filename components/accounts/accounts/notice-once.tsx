"use client";

import { useEffect } from "react";
import { notify, type Notice } from "@/components/ui/notify";

/** Shows the notice named in the query string and removes it from the address, so that a reload does not show it again. */
export function NoticeOnce({ param, notice }: { param: string; notice: Notice }) {
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has(param)) return;
    url.searchParams.delete(param);
    window.history.replaceState(window.history.state, "", url);
    // The toaster is further down the tree and adds its listener in this same round of effects.
    setTimeout(() => notify(notice), 0);
  }, [param, notice]);
  return null;
}
