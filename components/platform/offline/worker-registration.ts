import { PAGES_CACHE } from "@/lib/platform/device-storage/rules";
import { fileKind, isTripPage, tripPagePath, type WorkerMessage } from "@/lib/platform/offline/rules";
import { splitPath } from "@/lib/platform/i18n/routing";

const HOUR_MS = 3_600_000;

const root = () => document.documentElement;

/** Path of the document if a service worker controlled it from the start, so that the worker handled its navigation. */
const pathAtLoad = navigator.serviceWorker.controller ? location.pathname : null;

let registered: Promise<ServiceWorkerRegistration> | undefined;
let accepted = false;

function offerUpdate(registration: ServiceWorkerRegistration) {
  if (registration.waiting && navigator.serviceWorker.controller) root().dataset.update = "1";
}

/** The new version is activated only when the visitor accepts it; other tabs are not reloaded. */
function acceptUpdate(registration: ServiceWorkerRegistration) {
  accepted = true;
  registration.waiting?.postMessage({ type: "SKIP_WAITING" });
}

function watch(registration: ServiceWorkerRegistration) {
  let checkedAt = Date.now();
  offerUpdate(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offerUpdate(registration));
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    delete root().dataset.update;
    if (accepted) location.reload();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-app-update]")) acceptUpdate(registration);
  });
  // An installed app may stay open for days without a navigation, so it checks for updates itself.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checkedAt < HOUR_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register("/serwist/sw.js", { scope: "/", updateViaCache: "none" });
  watch(registration);
  void navigator.serviceWorker.ready.then(cacheEarlyFiles);
  return registration;
}

/**
 * Lets the service worker cache the scripts, styles and fonts that this document requested before the worker controlled
 * it, also those that arrive later.
 */
function cacheEarlyFiles(registration: ServiceWorkerRegistration) {
  const observer = new PerformanceObserver((list) => {
    const early = (list.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0);
    const files = early
      .map(({ name }) => new URL(name))
      .flatMap(({ origin, pathname }) => (origin === location.origin ? [pathname] : []))
      .filter((path) => fileKind(path) === "build");
    const message: WorkerMessage = { type: "KEEP_FILES", files };
    if (files.length > 0) registration.active?.postMessage(message);
  });
  observer.observe({ type: "resource", buffered: true });
}

/** The address of the current page without what does not change it. */
function currentPage(): string {
  const isTrip = isTripPage(splitPath(location.pathname).path);
  return isTrip ? tripPagePath(new URL(location.href)) : location.pathname;
}

/** Registers the service worker once and lets it cache the current page; for the page script. */
export async function cacheCurrentPage(): Promise<void> {
  const path = currentPage();
  try {
    await (registered ??= register());
    if (path === pathAtLoad && (await caches.match(path, { cacheName: PAGES_CACHE }))) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "KEEP_PAGE", path } satisfies WorkerMessage);
  } catch (error) {
    // A browser that blocks service workers still shows the site.
    console.warn("service worker", error);
  }
}
