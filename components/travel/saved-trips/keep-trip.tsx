"use client";

import { useEffect } from "react";
import { SAVED_EVENT } from "./save-trip";

type Props = {
  /** The account whose trips are on this device. */
  owner: string;
  /** Pages that open without a connection from now on. */
  paths: readonly string[];
};

/** Keeps the open trip and its roadbook on this device, and again after each save. */
export function KeepTrip({ owner, paths }: Props) {
  const key = paths.join(" ");
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    // Without a network the code cannot be loaded, and the pages are on the device already or not at all.
    const keep = () =>
      void import("../../platform/offline/kept-pages").then(
        ({ cacheTripPages }) => cacheTripPages(owner, key.split(" ")),
        () => undefined,
      );
    keep();
    window.addEventListener(SAVED_EVENT, keep);
    return () => window.removeEventListener(SAVED_EVENT, keep);
  }, [owner, key]);
  return null;
}
