/// <reference lib="webworker" />
import { CacheFirst, ExpirationPlugin, NetworkFirst, NetworkOnly, Serwist, StaleWhileRevalidate } from "serwist";
import type { PrecacheEntry, RuntimeCaching, SerwistPlugin, Strategy } from "serwist";
import { BREAKDOWN_DATA_PATH } from "@/lib/guide/breakdown/rules";
import {
  BREAKDOWN_CACHE,
  BUILD_CACHE,
  CACHE_DAYS,
  CACHES_REMOVED_AT_SIGN_OUT,
  CHECKLISTS_CACHE,
  CONVOYS_CACHE,
  DRIVING_CACHE,
  GATE_CACHE,
  HISTORY_CACHE,
  LOG_CACHE,
  OFFLINE_CACHE,
  PAGES_CACHE,
  PICTURES_CACHE,
  TICKETS_CACHE,
  TRIPS_CACHE,
  VOUCHERS_CACHE,
} from "@/lib/platform/device-storage/rules";
import {
  checklistPagePath,
  fileKind,
  filesOf,
  isPackCache,
  lastStateHome,
  isCacheable,
  offlinePathFor,
  tripPagePath,
  type CachePageMessage,
  type WorkerMessage,
} from "@/lib/platform/offline/rules";
import { cacheRuleOf, type CacheRule } from "./cache-rule";
import { dateOf, newestCopy } from "./newest-copy";
import { OWN_PAGES } from "./own-pages";
import { isShownAt, linkOf, readPush } from "./push";

declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: (PrecacheEntry | string)[] | undefined };

const NETWORK_SECONDS = 3;
const DAY = 86_400;

const pathOf = (url: string) => new URL(url).pathname;

/** Static pages do not depend on the query string, so each page is cached once. */
const keyedByPath: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).origin + pathOf(request.url),
};

const onlyWholePages: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    isCacheable(response) && response.headers.get("content-type")?.includes("text/html") ? response : null,
};

const onlyPublic: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (isCacheable(response) ? response : null),
};

const fromAnyCache: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
    cachedResponse ?? (await newestCopy(pathOf(request.url))),
};

/** Redirects to the last state's home when the app is opened offline; links inside the app (with a referrer) are not redirected. */
async function startOf(event: Event | undefined): Promise<Response | undefined> {
  if (!(event instanceof FetchEvent) || event.request.mode !== "navigate" || event.request.referrer) return undefined;
  const names = (await caches.keys()).filter((name) => name === PAGES_CACHE || isPackCache(name));
  const cached = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      return Promise.all(
        (await cache.keys()).map(async (request) => ({
          path: pathOf(request.url),
          cachedAt: dateOf(await cache.match(request)),
        })),
      );
    }),
  );
  const home = lastStateHome(pathOf(event.request.url), cached.flat());
  return home ? Response.redirect(home, 302) : undefined;
}

const newestPage: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ request, event }) => (await startOf(event)) ?? newestCopy(pathOf(request.url)),
};

const offlinePage: SerwistPlugin = {
  handlerDidError: async ({ request }) => serwist.matchPrecache(offlinePathFor(pathOf(request.url))),
};

/** A personal page that the server opened: neither an error nor the sign-in page. */
const isOpenPage = ({ status, redirected, headers }: Response) =>
  status === 200 && !redirected && headers.get("content-type")?.includes("text/html") === true;

const limited = (maxEntries: number, days: number, { purgeOnQuotaError = false } = {}) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, maxAgeFrom: "last-used", purgeOnQuotaError });

const pages = new NetworkFirst({
  cacheName: PAGES_CACHE,
  networkTimeoutSeconds: NETWORK_SECONDS,
  plugins: [keyedByPath, onlyWholePages, newestPage, offlinePage, limited(80, CACHE_DAYS.pages)],
});
/** Sign-outs since the service worker started: a page that was requested before the last one is not cached. */
let signOuts = 0;

/**
 * Cached although they are `no-store`: the HTML of a gate, of the instruments and of the page for the log of a car contains no data of people, and trips are
 * removed at sign-out.
 */
const onlyOpenPages: SerwistPlugin = {
  requestWillFetch: async ({ request, state }) => {
    if (state) state.signOuts = signOuts;
    return request;
  },
  cacheWillUpdate: async ({ response, state }) =>
    isOpenPage(response) && state?.signOuts === signOuts ? response : null,
};
const openPages = (cacheName: string, maxEntries: number, days: number, ...own: SerwistPlugin[]) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_SECONDS,
    plugins: [...own, onlyOpenPages, offlinePage, limited(maxEntries, days)],
  });
const gatePages = openPages(GATE_CACHE, 10, CACHE_DAYS.gate, keyedByPath);
const keyedByTrip: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).origin + tripPagePath(new URL(request.url)),
};
/** Removes the copy of a trip that was deleted or whose link has ended. */
const forgetEndedTrip: SerwistPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    if (response.status === 404 || response.status === 410)
      await (await caches.open(TRIPS_CACHE)).delete(tripPagePath(new URL(request.url)));
    return response;
  },
};
const tripPages = openPages(TRIPS_CACHE, 60, CACHE_DAYS.trips, keyedByTrip, forgetEndedTrip);
/** Removes the copy of a voucher that does not exist any more. */
const forgetEndedVoucher: SerwistPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    if (response.status === 404) await (await caches.open(VOUCHERS_CACHE)).delete(pathOf(request.url));
    return response;
  },
};
const voucherPages = openPages(VOUCHERS_CACHE, 60, CACHE_DAYS.vouchers, keyedByPath, forgetEndedVoucher);
const ticketPages = openPages(TICKETS_CACHE, 10, CACHE_DAYS.tickets, keyedByPath);
const drivingPages = openPages(DRIVING_CACHE, 20, CACHE_DAYS.driving, keyedByPath);
const keyedByChecklist: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).origin + checklistPagePath(pathOf(request.url)),
};
const checklistPages = openPages(CHECKLISTS_CACHE, 40, CACHE_DAYS.checklists, keyedByChecklist);
const logPages = openPages(LOG_CACHE, 10, CACHE_DAYS.log, keyedByPath);
const convoyPages = openPages(CONVOYS_CACHE, 10, CACHE_DAYS.convoys, keyedByPath);
const historyPages = openPages(HISTORY_CACHE, 60, CACHE_DAYS.history, keyedByPath);
const personalPages = new NetworkOnly({ plugins: [offlinePage] });
const build = new CacheFirst({
  cacheName: BUILD_CACHE,
  plugins: [onlyPublic, fromAnyCache, limited(300, CACHE_DAYS.build)],
});
// When the storage quota is exceeded, pictures are deleted and cached pages are kept.
const pictures = new StaleWhileRevalidate({
  cacheName: PICTURES_CACHE,
  plugins: [onlyPublic, fromAnyCache, limited(200, CACHE_DAYS.pictures, { purgeOnQuotaError: true })],
});
/** Answers at once, also on a weak signal, and renews the copy for the next visit. */
const breakdown = new StaleWhileRevalidate({ cacheName: BREAKDOWN_CACHE, plugins: [onlyPublic] });

const rule = (cached: CacheRule, handler: Strategy): RuntimeCaching => ({
  matcher: ({ request, url, sameOrigin }) =>
    sameOrigin && request.method === "GET" && cacheRuleOf(url.pathname, request.mode === "navigate") === cached,
  handler,
});

/** Also caches the scripts, styles and fonts of each page of `OWN_PAGES`. */
const withItsFiles: SerwistPlugin = {
  cacheDidUpdate: async ({ newResponse }) => {
    if (!newResponse.headers.get("content-type")?.includes("text/html")) return;
    const files = await caches.open(OFFLINE_CACHE);
    await files.addAll(filesOf(await newResponse.clone().text()));
  },
};

const serwist = new Serwist({
  precacheEntries: self.__SW_MANIFEST ?? [],
  precacheOptions: { cleanupOutdatedCaches: true, plugins: [withItsFiles] },
  clientsClaim: true,
  runtimeCaching: [
    rule("page", pages),
    rule("gate", gatePages),
    rule("trip", tripPages),
    rule("voucher", voucherPages),
    rule("ticket", ticketPages),
    rule("driving", drivingPages),
    rule("checklist", checklistPages),
    rule("log", logPages),
    rule("convoy", convoyPages),
    rule("history", historyPages),
    rule("personal", personalPages),
    rule("build", build),
    rule("picture", pictures),
    rule("breakdown", breakdown),
  ],
});
serwist.addEventListeners();

/** Pages that are cached although they are personal. */
const ownCaches = {
  gate: gatePages,
  trip: tripPages,
  voucher: voucherPages,
  ticket: ticketPages,
  driving: drivingPages,
  log: logPages,
  convoy: convoyPages,
  history: historyPages,
  checklist: checklistPages,
};

/** Caches a page that was shown without a navigation request (before the service worker was active, or by a client-side link), with its files. */
async function keepPage(event: ExtendableEvent, { path }: CachePageMessage): Promise<void> {
  const cached = cacheRuleOf(new URL(path, self.location.origin).pathname, true);
  if (!(cached === "page" || (cached !== null && cached in ownCaches))) return;
  const answer = await (cached === "page"
    ? pages.handle({ event, request: new Request(path, { credentials: "omit" }) })
    : ownCaches[cached as keyof typeof ownCaches].handle({ event, request: new Request(path) }));
  if (!answer || !(cached === "page" ? isCacheable(answer) : isOpenPage(answer))) return;
  await keepFiles(event, filesOf(await answer.clone().text()));
}

/** Caches files; one that cannot be loaded does not stop the others. */
async function keepFiles(event: ExtendableEvent, files: readonly string[]): Promise<void> {
  for (const file of new Set(files)) {
    if (await caches.match(file)) continue;
    const handler = fileKind(file) === "build" ? build : pictures;
    await handler.handle({ event, request: new Request(file) }).catch(() => undefined);
  }
}

async function removePersonalPages(): Promise<void> {
  signOuts += 1;
  await Promise.all(CACHES_REMOVED_AT_SIGN_OUT.map((name) => caches.delete(name)));
}

self.addEventListener("message", (event) => {
  const message = event.data as WorkerMessage | null;
  if (message?.type === "KEEP_PAGE") event.waitUntil(keepPage(event, message).catch(() => undefined));
  if (message?.type === "KEEP_FILES") event.waitUntil(keepFiles(event, message.files).catch(() => undefined));
  if (message?.type === "SIGNED_OUT") event.waitUntil(removePersonalPages().catch(() => undefined));
});

/** Without this data the page of a breakdown still shows the guide and the national numbers, so a failure does not stop the installation. */
async function cacheBreakdownData(): Promise<void> {
  const cache = await caches.open(BREAKDOWN_CACHE);
  await cache.add(BREAKDOWN_DATA_PATH).catch(() => undefined);
}

self.addEventListener("install", (event) => event.waitUntil(cacheBreakdownData()));

async function deleteOldOfflineFiles(): Promise<void> {
  const files = await caches.open(OFFLINE_CACHE);
  const shown = await Promise.all(OWN_PAGES.map((path) => serwist.matchPrecache(path)));
  const needed = new Set(
    (await Promise.all(shown.filter((page) => page !== undefined).map((page) => page.text()))).flatMap(filesOf),
  );
  for (const request of await files.keys()) if (!needed.has(pathOf(request.url))) await files.delete(request);
}

self.addEventListener("activate", (event) => event.waitUntil(deleteOldOfflineFiles()));

self.addEventListener("push", (event) => {
  const { title, ...shown } = readPush(() => event.data?.json());
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Focuses a tab that already shows the page; otherwise opens a new one, so that no other tab changes. */
async function openLink(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => isShownAt(url, path, self.location.origin));
  await (open ? open.focus() : self.clients.openWindow(path));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openLink(linkOf(event.notification.data, self.location.origin)).catch(() => undefined));
});
