"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { blockUncachedLinks, markUncachedLinks } from "../../platform/offline/uncached-links";

const root = () => document.documentElement;

function showSignal() {
  if (navigator.onLine) delete root().dataset.offline;
  else root().dataset.offline = "1";
  delete root().dataset.missed;
  // A browser that blocks storage has no cached pages.
  void markUncachedLinks().catch(() => undefined);
}

/** Calls back once the page is loaded and the browser is idle. */
function whenIdle(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => (timer = setTimeout(callback, 1000));
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", start);
  };
}

/** Shows the offline banner and has the service worker cache each shown page; that code is loaded after the page. */
export function OfflineApp() {
  const pathname = usePathname();

  useEffect(() => {
    window.addEventListener("online", showSignal);
    window.addEventListener("offline", showSignal);
    const release = blockUncachedLinks();
    return () => {
      release();
      window.removeEventListener("online", showSignal);
      window.removeEventListener("offline", showSignal);
    };
  }, []);

  useEffect(showSignal, [pathname]);

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    // Offline the code cannot be loaded: the next page tries again.
    return whenIdle(
      () =>
        void import("./after-load").then(
          ({ runAfterLoad }) => runAfterLoad(),
          () => undefined,
        ),
    );
  }, [pathname]);

  return null;
}
