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

/** Opens a cache of personal pages for an account, after the pages of another account were removed. */
export async function claimCache(cacheName: string, owner: string): Promise<Cache> {
  // No page uses this path.
  const ownerPath = `/${cacheName}-owner.txt`;
  const known = await caches.match(ownerPath, { cacheName });
  if (known && (await known.text()) !== owner) await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  await cache.put(ownerPath, new Response(owner));
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
