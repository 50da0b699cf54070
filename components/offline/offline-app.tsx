"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { guardLinks, markLinks } from "./kept-links";

const root = () => document.documentElement;

function showSignal() {
  if (navigator.onLine) delete root().dataset.offline;
  else root().dataset.offline = "1";
  delete root().dataset.missed;
  // A browser that forbids storage keeps nothing either.
  void markLinks().catch(() => undefined);
}

/** Calls back once the page is loaded and the browser has nothing better to do. */
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

/** Says when there is no signal and lets the service worker keep each page that was shown; its code comes after the page. */
export function OfflineApp() {
  const pathname = usePathname();

  useEffect(() => {
    window.addEventListener("online", showSignal);
    window.addEventListener("offline", showSignal);
    const release = guardLinks();
    return () => {
      release();
      window.removeEventListener("online", showSignal);
      window.removeEventListener("offline", showSignal);
    };
  }, []);

  useEffect(showSignal, [pathname]);

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    // Without signal the code cannot be loaded: the next page tries again.
    return whenIdle(() => void import("./worker-registration").then(({ keepShownPage }) => keepShownPage(), () => undefined));
  }, [pathname]);

  return null;
}
