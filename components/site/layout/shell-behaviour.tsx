"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { HYDRATED_EVENT } from "@/lib/platform/hydrated-event";
import { SIGNED_EVENT } from "../../accounts/accounts/account-event";
import { replacesPage } from "../../ui/link-click";
import { notify } from "../../ui/notify";
import { PAGE_EVENT } from "./page-script/page-event";
import { onPageFetched } from "./page-fetches";

const SLOW_MS = 400;

const root = () => document.documentElement;
/** The panel keeps its menu while a page loads, and shows a thin bar. */
const isPanel = () => document.querySelector("[data-panel]") !== null;

/** Copies search parameters and hash to the link of the same page in another language. */
function keepQuery(anchor: HTMLAnchorElement) {
  anchor.search = location.search;
  anchor.hash = location.hash;
}

/** One click listener for the static shell: dialogs, links that need a state, the overlay of slow pages. */
export function ShellBehaviour() {
  const pathname = usePathname();
  const router = useRouter();
  const shown = useRef(pathname);

  useEffect(() => {
    delete root().dataset.loading;
    // First render of the component: a menu that the visitor opened before hydration stays open.
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.dispatchEvent(new Event(PAGE_EVENT));
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) open.hidePopover();
    for (const open of document.querySelectorAll<HTMLDialogElement>("dialog[data-shell][open]")) open.close();
  }, [pathname]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let awaitedPath: string | undefined;
    const restored = () => void delete root().dataset.loading;
    const showIfSlow = (anchor: HTMLAnchorElement, event: MouseEvent) => {
      if (!replacesPage(anchor, event) || anchor.origin !== location.origin) return;
      const isSamePage = anchor.pathname === location.pathname && anchor.search === location.search;
      if (isSamePage || (anchor.pathname === location.pathname && !isPanel())) return;
      clearTimeout(timer);
      awaitedPath = anchor.pathname;
      const from = location.href;
      timer = setTimeout(() => {
        if (location.href !== from) return restored();
        root().dataset.loading = isPanel() ? "bar" : "1";
      }, SLOW_MS);
    };
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const opener = "command" in HTMLButtonElement.prototype ? null : event.target.closest("[commandfor]");
      if (opener) (document.getElementById(opener.getAttribute("commandfor")!) as HTMLDialogElement).showModal();
      const anchor = event.target.closest("a");
      if (!anchor) return;
      if (anchor.dataset.language) keepQuery(anchor);
      if (anchor.dataset.needsState !== undefined) {
        event.preventDefault();
        notify({ code: "state.select" });
        router.push(anchor.pathname + anchor.hash);
        return;
      }
      showIfSlow(anchor, event);
    };
    // The router also prefetches pages; their answers are not those of the page that was requested.
    const stopObserving = onPageFetched((path) => {
      if (path !== awaitedPath) return;
      clearTimeout(timer);
      restored();
    });
    // A protected page then redirects to the sign-in page.
    const signed = () => router.refresh();
    document.addEventListener("click", click);
    window.addEventListener("pageshow", restored);
    window.addEventListener(SIGNED_EVENT, signed);
    return () => {
      clearTimeout(timer);
      stopObserving();
      document.removeEventListener("click", click);
      window.removeEventListener("pageshow", restored);
      window.removeEventListener(SIGNED_EVENT, signed);
    };
  }, [router]);

  // Must be the last effect, so that all listeners above are registered.
  useEffect(() => {
    document.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);

  return null;
}
