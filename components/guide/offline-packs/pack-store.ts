import { PAGES_CACHE, TRIPS_CACHE } from "@/lib/platform/device-storage/rules";
import { isPackCache, packCache } from "@/lib/platform/offline/rules";
import { PACK_RECORD, type PackRecord } from "@/lib/guide/offline-packs/rules";
import type { OfflinePack } from "@/lib/guide/offline-packs/schema";
import type { Locale } from "@/lib/platform/i18n/routing";

export type CachedPage = { path: string; title: string; cachedAt: string | null };
export type CachedPack = { record: PackRecord; data: OfflinePack | null };

export const packDataPath = (uf: string, locale: Locale) => `/api/offline-pack/${uf}?locale=${locale}`;

export async function writeRecord(cache: Cache, record: PackRecord): Promise<void> {
  await cache.put(PACK_RECORD, Response.json(record));
}

async function readRecord(cacheName: string): Promise<PackRecord | null> {
  const found = await caches.match(PACK_RECORD, { cacheName });
  return found ? ((await found.json()) as PackRecord) : null;
}

/** The pack of a state on this device, finished or not; null when there is none. */
export async function readPack(uf: string, locale: Locale): Promise<PackRecord | null> {
  return readRecord(packCache(uf, locale));
}

export async function removePack(uf: string, locale: Locale): Promise<void> {
  await caches.delete(packCache(uf, locale));
}

/** Every pack on this device with its phones, routes and photo points. */
export async function listPacks(): Promise<CachedPack[]> {
  const names = (await caches.keys()).filter(isPackCache);
  const packs = await Promise.all(
    names.map(async (cacheName) => {
      const record = await readRecord(cacheName);
      const data = record && (await caches.match(packDataPath(record.uf, record.locale), { cacheName }));
      return record && { record, data: data ? ((await data.json()) as OfflinePack) : null };
    }),
  );
  return packs.filter((pack) => pack !== null);
}

async function cachedPage(request: Request): Promise<CachedPage | null> {
  const copy = await caches.match(request, { cacheName: PAGES_CACHE });
  if (!copy) return null;
  const { title } = new DOMParser().parseFromString(await copy.text(), "text/html");
  return { path: new URL(request.url).pathname, title, cachedAt: copy.headers.get("date") };
}

/** Pages of saved trips on this device by the names of the trips; their roadbooks are linked there. */
export async function listCachedTrips(): Promise<CachedPage[]> {
  const cache = await caches.open(TRIPS_CACHE);
  const found = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const copy = await cache.match(request);
      const page = new DOMParser().parseFromString((await copy?.text()) ?? "", "text/html");
      const title = page.querySelector<HTMLElement>("[data-trip-title]")?.dataset.tripTitle;
      const { pathname, search } = new URL(request.url);
      return title ? { path: pathname + search, title, cachedAt: copy?.headers.get("date") ?? null } : null;
    }),
  );
  return found.filter((page) => page !== null).sort((a, b) => a.title.localeCompare(b.title));
}

/** Pages visited on this device, newest first. */
export async function listVisitedPages(limit: number): Promise<CachedPage[]> {
  const requests = await (await caches.open(PAGES_CACHE)).keys();
  // A copy that cannot be read does not hide the others.
  const pages = await Promise.all(requests.map((request) => cachedPage(request).catch(() => null)));
  const age = ({ cachedAt }: CachedPage) => Date.parse(cachedAt ?? "") || 0;
  return pages
    .filter((page) => page !== null)
    .sort((a, b) => age(b) - age(a))
    .slice(0, limit);
}
