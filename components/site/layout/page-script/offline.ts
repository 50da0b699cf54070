import { cacheCurrentPage } from "@/components/platform/offline/worker-registration";
import { blockUncachedLinks, markUncachedLinks } from "@/components/platform/offline/uncached-links";

/** Time after the load of the page before the service worker gets work, in milliseconds. */
const IDLE_MS = 1000;

const root = document.documentElement;

function showSignal(): void {
  if (navigator.onLine) delete root.dataset.offline;
  else root.dataset.offline = "1";
  delete root.dataset.missed;
  // A browser that blocks storage has no cached pages.
  void markUncachedLinks().catch(() => undefined);
}

/** Shows the offline banner, and says of links whose page is not on the device that it is not. */
export function followSignal(): void {
  for (const event of ["online", "offline"]) window.addEventListener(event, showSignal);
  blockUncachedLinks();
}

/** Calls back a second after the page is loaded. */
function whenIdle(callback: () => void): void {
  const start = () => setTimeout(callback, IDLE_MS);
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}

/** Registers the service worker, which caches the shown page. */
export function keepPage(): void {
  showSignal();
  if (root.dataset.worker === "off" || !("serviceWorker" in navigator)) return;
  whenIdle(() => void cacheCurrentPage());
}
