"use client";

import { useEffect } from "react";

/** Caches the pages that are not on this device yet; each visit with a connection renews its page. */
async function keepMissing(cacheName: string, owner: string, paths: readonly string[]): Promise<void> {
  const { cacheLaterPage, claimCache } = await import("./kept-pages");
  const cache = await claimCache(cacheName, owner);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of paths) if (!known.has(path)) await cacheLaterPage(path);
}

type Props = {
  cacheName: string;
  /** The account whose pages are on this device. */
  owner: string;
  paths: readonly string[];
};

/** Caches pages of an account, so that they can be read without a connection; those of another account are removed. */
export function KeepPages({ cacheName, owner, paths }: Props) {
  const key = paths.join(" ");
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !navigator.onLine) return;
    keepMissing(cacheName, owner, key.split(" ")).catch(() => undefined);
  }, [cacheName, owner, key]);
  return null;
}
