"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { ask } from "../../ui/ask";

const load = () => import("./favourites-client").then(({ refreshFavourites }) => refreshFavourites());

/** Enables hearts whose code did not arrive: a tap loads it, and a second failure is named with a question. */
function loadOnTap(failed: string, page: AbortController): void {
  const { signal } = page;
  for (const heart of document.querySelectorAll<HTMLButtonElement>("button[data-favourite]")) heart.disabled = false;
  let isBusy = false;
  const press = async (heart: HTMLElement) => {
    do {
      const isLoaded = await load().then(
        () => true,
        () => false,
      );
      if (isLoaded) {
        // The code has its own listener. The heart looked empty, so the tap was meant to save.
        page.abort();
        if (heart.getAttribute("aria-pressed") !== "true") heart.click();
        return;
      }
    } while (!signal.aborted && (await ask(failed)));
  };
  document.addEventListener(
    "click",
    ({ target }) => {
      const heart = target instanceof Element && target.closest<HTMLElement>("button[data-favourite]");
      if (!heart || isBusy) return;
      isBusy = true;
      void press(heart).finally(() => (isBusy = false));
    },
    { signal },
  );
}

/** Loads the code of favourites on pages that contain a heart; a failure is named when a heart is tapped. */
export function FavouritesHost({ failed }: { failed: string }) {
  const pathname = usePathname();
  useEffect(() => {
    if (!document.querySelector("[data-favourite]")) return;
    const left = new AbortController();
    void load().catch(() => !left.signal.aborted && loadOnTap(failed, left));
    return () => left.abort();
  }, [pathname, failed]);
  return null;
}
