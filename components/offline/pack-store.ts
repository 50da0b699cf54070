import { PAGES_CACHE } from "@/lib/device-storage/rules";
import { isPackCache, packCache, PACK_RECORD, type PackRecord } from "@/lib/offline/rules";
import type { OfflinePack } from "@/lib/offline/schema";
import type { Locale } from "@/lib/platform/i18n/routing";

export type CachedPage = { path: string; title: string; keptAt: string | null };
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

async function keptPage(request: Request): Promise<CachedPage | null> {
  const copy = await caches.match(request, { cacheName: PAGES_CACHE });
  if (!copy) return null;
  const { title } = new DOMParser().parseFromString(await copy.text(), "text/html");
  return { path: new URL(request.url).pathname, title, keptAt: copy.headers.get("date") };
}

/** Pages visited on this device, newest first. */
export async function listVisitedPages(limit: number): Promise<CachedPage[]> {
  const requests = await (await caches.open(PAGES_CACHE)).keys();
  // A copy that cannot be read does not hide the others.
  const pages = await Promise.all(requests.map((request) => keptPage(request).catch(() => null)));
  const age = ({ keptAt }: CachedPage) => Date.parse(keptAt ?? "") || 0;
  return pages
    .filter((page) => page !== null)
    .sort((a, b) => age(b) - age(a))
    .slice(0, limit);
}
