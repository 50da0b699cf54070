"use client";

import { useEffect, useState } from "react";
import { fill } from "@/components/ui/fill";
import { formatBytes } from "@/lib/platform/offline/rules";
import { splitPath, type Locale } from "@/lib/platform/i18n/routing";
import { DeviceSearch } from "./device-search";
import { listCachedTrips, listPacks, listVisitedPages, type CachedPack, type CachedPage } from "./pack-store";
import { formatDeviceMoment, withoutBrand } from "@/lib/platform/format";
import { buttonClass } from "@/components/ui/button-class";
import { useShelfTexts } from "./shelf-texts";

type Shelf = { packs: CachedPack[]; trips: CachedPage[]; pages: CachedPage[] };

const MAX_PAGES = 40;
const LINK = "text-link underline underline-offset-4";

const dateText = (date: string | null, locale: Locale) => (date ? formatDeviceMoment(date, locale) : "");

const EMPTY: Shelf = { packs: [], trips: [], pages: [] };
const PROBE_MS = 4000;

async function readShelf(): Promise<Shelf> {
  const [packs, trips, pages] = await Promise.all([listPacks(), listCachedTrips(), listVisitedPages(MAX_PAGES)]);
  return { packs, trips, pages };
}

/** Content cached on this device: packs with their pages and phones, and the last visited pages. */
export function OfflinePages({ locale, ownPath }: { locale: Locale; ownPath: string }) {
  const labels = useShelfTexts().labels;
  const [shelf, setShelf] = useState<Shelf | null>(null);

  useEffect(() => {
    let isCurrent = true;
    // A browser that blocks storage has no cached content.
    void readShelf()
      .catch(() => EMPTY)
      .then((found) => isCurrent && setShelf(found));
    return () => {
      isCurrent = false;
    };
  }, []);

  // Shown instead of a page that could not be reached: reloads that page when the device is online again.
  useEffect(() => {
    if (splitPath(location.pathname).path === splitPath(ownPath).path) return;
    // navigator.onLine is also true on a network without internet access.
    document.documentElement.dataset.unreached = "1";
    const reloadPage = () => location.reload();
    // A device may report that it is online before requests succeed.
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine)
        void fetch(location.pathname, { method: "HEAD" }).then(reloadPage, () => undefined);
    }, PROBE_MS);
    window.addEventListener("online", reloadPage);
    return () => {
      delete document.documentElement.dataset.unreached;
      clearInterval(timer);
      window.removeEventListener("online", reloadPage);
    };
  }, [ownPath]);

  const visited = shelf?.pages.filter(({ path }) => path !== ownPath) ?? [];
  return (
    <>
      <button
        type="button"
        onClick={() => location.reload()}
        className={buttonClass({ look: "primary", size: "xl", className: "mt-5" })}
      >
        {labels.retry}
      </button>
      <div role="status" className="mt-8">
        {!shelf && <p className="text-muted">{labels.reading}</p>}
        {shelf && shelf.packs.length + shelf.trips.length + visited.length === 0 && (
          <p className="text-muted">{labels.empty}</p>
        )}
      </div>
      {shelf && <DeviceSearch packs={shelf.packs} locale={locale} />}
      {shelf && shelf.packs.length > 0 && (
        <section>
          <h2 className="display-2">{labels.packs}</h2>
          {shelf.packs.map((pack) => (
            <PackEntry key={`${pack.record.uf} ${pack.record.locale}`} pack={pack} locale={locale} />
          ))}
        </section>
      )}
      <PageList title={labels.trips} pages={shelf?.trips ?? []} note={labels.page} locale={locale} />
      <PageList title={labels.pages} pages={visited} note={labels.page} locale={locale} />
    </>
  );
}

type PageListProps = { title: string; pages: readonly CachedPage[]; note: string; locale: Locale };

function PageList({ title: heading, pages, note, locale }: PageListProps) {
  if (pages.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="display-2">{heading}</h2>
      <ul className="mt-3 grid gap-3">
        {pages.map(({ path, title, cachedAt }) => (
          <li key={path}>
            <a href={path} className={LINK}>
              {withoutBrand(title) || path}
            </a>
            <span className="block text-sm text-muted">{fill(note, { date: dateText(cachedAt, locale) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PackEntry({ pack: { record, data }, locale }: { pack: CachedPack; locale: Locale }) {
  const labels = useShelfTexts().labels;
  const size = formatBytes(record.bytes, locale);
  return (
    <article className="mt-4 rounded-2xl border-2 border-line bg-surface p-5">
      <h3 className="text-2xl">{record.name}</h3>
      <p className="text-sm text-muted">
        {record.savedAt
          ? fill(labels.pack, { size, date: dateText(record.savedAt, locale) })
          : fill(labels.unfinished, { size })}
      </p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {record.pages.map(({ path, title }) => (
          <li key={path}>
            <a href={path} className={LINK}>
              {withoutBrand(title) || path}
            </a>
          </li>
        ))}
      </ul>
      {data && data.routes.length > 0 && <Tracks title={labels.tracks} routes={data.routes} />}
      {data && data.phones.length > 0 && (
        <PackList
          title={labels.phones}
          items={data.phones.map(({ name, phone }) => ({
            href: `tel:${phone.replaceAll(/[^\d+]/g, "")}`,
            text: `${phone} ${name}`,
          }))}
        />
      )}
      {data && data.photoPoints.length > 0 && (
        <PackList
          title={labels.photoPoints}
          items={data.photoPoints.map(({ name, lat, lng }) => ({ href: `geo:${lat},${lng}`, text: name }))}
        />
      )}
    </article>
  );
}

/** Downloads a cached file; a plain link would request it from the network. */
async function saveCachedPage(path: string): Promise<void> {
  const file = await caches.match(path);
  if (!file) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await file.blob());
  link.download = `${path.split("/").at(-2) ?? "rota"}.gpx`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Tracks({ title, routes }: { title: string; routes: readonly { name: string; gpx: string }[] }) {
  return (
    <details className="mt-3">
      <summary className="font-semibold">{title}</summary>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {routes.map(({ name, gpx }) => (
          <li key={gpx}>
            <button type="button" onClick={() => void saveCachedPage(gpx)} className={`${LINK} min-h-9 text-left`}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PackList({ title, items }: { title: string; items: { href: string; text: string }[] }) {
  return (
    <details className="mt-3">
      <summary className="font-semibold">{title}</summary>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {items.map(({ href, text }) => (
          <li key={href + text}>
            <a href={href} className={LINK}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
