"use client";

import { useEffect } from "react";
import { HISTORY_CACHE } from "@/lib/platform/device-storage/rules";

/** Keeps the pages of a log that are not on this device yet; each visit with a connection renews its page. */
async function keepMissing(owner: string, paths: readonly string[]): Promise<void> {
  const { cacheLaterPage, claimCache } = await import("../../platform/offline/kept-pages");
  const cache = await claimCache(HISTORY_CACHE, owner);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of paths) if (!known.has(path)) await cacheLaterPage(path);
}

type Props = {
  /** The account whose pages are on this device. */
  owner: string;
  paths: readonly string[];
};

/** Keeps the garage and the log of a car, so that they can be read without a connection. */
export function KeepHistory({ owner, paths }: Props) {
  const key = paths.join(" ");
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !navigator.onLine) return;
    keepMissing(owner, key.split(" ")).catch(() => undefined);
  }, [owner, key]);
  return null;
}
