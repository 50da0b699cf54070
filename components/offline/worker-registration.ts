import { PAGES_CACHE } from "@/lib/device-storage/rules";
import { fileKind, type KeepPageMessage } from "@/lib/offline/rules";

const HOUR_MS = 3_600_000;

const root = () => document.documentElement;

/** The page this document began with; the worker saw it go by when it was in charge by then. */
const seenByWorker = navigator.serviceWorker.controller ? location.pathname : null;

let registered: Promise<ServiceWorkerRegistration> | undefined;
let accepted = false;

function offerUpdate(registration: ServiceWorkerRegistration) {
  if (registration.waiting && navigator.serviceWorker.controller) root().dataset.update = "1";
}

/** The new version takes over only when the visitor says so; other tabs keep what they show. */
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
  // An installed app may stay open for days without a navigation.
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

/** Scripts, styles and fonts of this document, those no HTML names (this module is one) and the worker was too late to see included. */
function fetchedFiles(): string[] {
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).flatMap(({ origin, pathname }) => (origin === location.origin ? [pathname] : []));
  return paths.filter((path) => fileKind(path) === "build");
}

/** Registers the worker once and has it keep the page on screen. */
export async function keepShownPage(): Promise<void> {
  const path = location.pathname;
  try {
    await (registered ??= register());
    if (path === seenByWorker && (await caches.match(path, { cacheName: PAGES_CACHE }))) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "KEEP_PAGE", path, files: fetchedFiles() } satisfies KeepPageMessage);
  } catch (error) {
    // A browser that forbids workers shows the site all the same.
    console.warn("service worker", error);
  }
}
