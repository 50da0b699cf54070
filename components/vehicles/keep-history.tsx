"use client";

import { useEffect } from "react";
import { HISTORY_CACHE } from "@/lib/device-storage/rules";

/** Keeps the pages of a log that are not on this device yet; each visit with a connection renews its page. */
async function keepMissing(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(HISTORY_CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = paths.filter((path) => !known.has(path));
  if (missing.length === 0) return;
  const { cacheLaterPage } = await import("../offline/worker-registration");
  for (const path of missing) await cacheLaterPage(path);
}

/** Keeps the garage and the log of a car, so that they can be read without a connection. */
export function KeepHistory({ paths }: { paths: readonly string[] }) {
  const key = paths.join(" ");
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !navigator.onLine) return;
    keepMissing(key.split(" ")).catch(() => undefined);
  }, [key]);
  return null;
}
