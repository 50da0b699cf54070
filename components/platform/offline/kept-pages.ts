import { TRIPS_CACHE } from "@/lib/platform/device-storage/rules";
import type { WorkerMessage } from "@/lib/platform/offline/rules";

/** Asks the service worker, once the page script has registered it, to cache pages. */
async function cachePages(paths: readonly string[]): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  for (const path of paths) active?.postMessage({ type: "KEEP_PAGE", path } satisfies WorkerMessage);
}

/** A browser that blocks service workers still shows the site. */
const warn = (error: unknown) => console.warn("service worker", error);

/** Caches the page of every checklist and that of a car, so that a checklist starts without a connection. */
export const cacheChecklistPages = (paths: readonly string[]): Promise<void> => cachePages(paths).catch(warn);

/** Caches a page that the person may need without a connection later. */
export const cacheLaterPage = (path: string): Promise<void> => cachePages([path]).catch(warn);

/** Where a cache stores the account that its pages belong to; no page uses this path. */
const ownerPath = (cacheName: string) => `/${cacheName}-owner.txt`;

/** Deletes a cache of personal pages that belongs to another account; with null, when nobody is signed in, any. */
export async function removePagesOfOthers(cacheName: string, owner: string | null): Promise<void> {
  // Outside of HTTPS there are no caches.
  if (!("caches" in window)) return;
  const known = owner === null ? null : await caches.match(ownerPath(cacheName), { cacheName });
  if (owner === null || (known && (await known.text()) !== owner)) await caches.delete(cacheName);
}

/** Opens a cache of personal pages for an account, after the pages of another account were removed. */
export async function claimCache(cacheName: string, owner: string): Promise<Cache> {
  await removePagesOfOthers(cacheName, owner);
  const cache = await caches.open(cacheName);
  await cache.put(ownerPath(cacheName), new Response(owner));
  return cache;
}

/** Caches the pages of trips of an account. */
export async function cacheTripPages(owner: string, paths: readonly string[]): Promise<void> {
  try {
    await claimCache(TRIPS_CACHE, owner);
    await cachePages(paths);
  } catch (error) {
    warn(error);
  }
}
