import { PAGES_CACHE } from "@/lib/device-storage/rules";
import { fileKind, type CachePageMessage } from "@/lib/offline/rules";

const HOUR_MS = 3_600_000;

const root = () => document.documentElement;

/** Path of the document if a service worker controlled it from the start, so that the worker handled its navigation. */
const seenByWorker = navigator.serviceWorker.controller ? location.pathname : null;

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
  return registration;
}

/** Scripts, styles and fonts of this document, including those not named in the HTML and those loaded before the service worker was active. */
function fetchedFiles(): string[] {
  const paths = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .flatMap(({ origin, pathname }) => (origin === location.origin ? [pathname] : []));
  return paths.filter((path) => fileKind(path) === "build");
}

/** Registers the service worker once and lets it cache the current page. */
export async function cacheShownPage(): Promise<void> {
  const path = location.pathname;
  try {
    await (registered ??= register());
    if (path === seenByWorker && (await caches.match(path, { cacheName: PAGES_CACHE }))) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "KEEP_PAGE", path, files: fetchedFiles() } satisfies CachePageMessage);
  } catch (error) {
    // A browser that blocks service workers still shows the site.
    console.warn("service worker", error);
  }
}
