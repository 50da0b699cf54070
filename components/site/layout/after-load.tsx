"use client";

import { useEffect } from "react";

const IDLE_MS = 1000;

/** Removes what the device keeps too long; that code is loaded after the page. */
export function AfterLoad() {
  useEffect(() => {
    const forget = () =>
      void import("@/components/travel/convoys/stored-convoy").then(
        ({ forgetEndedConvoys }) => forgetEndedConvoys(),
        // Offline the code cannot be loaded: the next page tries again.
        () => undefined,
      );
    const timer = setTimeout(forget, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
