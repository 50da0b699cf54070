"use client";

import { useEffect } from "react";
import { ADD_ENTRY_PATH } from "@/lib/garage/entries/rules";
import { localePath, splitPath } from "@/lib/platform/i18n/routing";

/** Keeps the page that adds entries, so that it opens without a connection before it was visited. */
export function KeepLogPage() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    // Without a network the code cannot be loaded, and the page is on the device already or not at all.
    const path = localePath(splitPath(location.pathname).locale, ADD_ENTRY_PATH);
    void import("../../platform/offline/kept-pages").then(
      ({ cacheLaterPage }) => cacheLaterPage(path),
      () => undefined,
    );
  }, []);
  return null;
}
