"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { FAVOURITES_KEY } from "@/lib/platform/device-storage/rules";
import { ask } from "../../ui/ask";

const load = () => import("./favourites-client").then(({ refreshFavourites }) => refreshFavourites());

/** The code of favourites listens to the hearts itself once it runs. */
const isRunning = () => document.documentElement.dataset.favourites !== undefined;

/** Loads the code at the first tap on a heart and repeats the tap; asks before another try when it did not arrive. */
function loadOnTap(failed: string, { signal }: AbortController): void {
  let isBusy = false;
  const press = async (heart: HTMLElement) => {
    const pressed = heart.getAttribute("aria-pressed");
    do {
      const isLoaded = await load().then(
        () => true,
        () => false,
      );
      if (isLoaded) {
        // The account may have had the item already.
        if (heart.getAttribute("aria-pressed") === pressed) heart.click();
        return;
      }
    } while (!signal.aborted && (await ask(failed)));
  };
  document.addEventListener(
    "click",
    ({ target }) => {
      const heart = target instanceof Element && target.closest<HTMLElement>("button[data-favourite]");
      if (!heart || isBusy || isRunning()) return;
      isBusy = true;
      heart.setAttribute("aria-busy", "true");
      void press(heart).finally(() => {
        isBusy = false;
        heart.removeAttribute("aria-busy");
      });
    },
    { signal },
  );
}

/** Whether there is something to show or fetch: favourites of this device, or an account, which may have others. */
function hasFavourites(): boolean {
  try {
    return document.documentElement.dataset.logged !== undefined || localStorage.getItem(FAVOURITES_KEY) !== null;
  } catch {
    return false;
  }
}

/** Loads the code of favourites when a heart is tapped, or at once when there may be favourites. */
export function FavouritesHost({ failed }: { failed: string }) {
  const pathname = usePathname();
  useEffect(() => {
    if (!document.querySelector("[data-favourite]")) return;
    const left = new AbortController();
    loadOnTap(failed, left);
    // The code also fills hearts that are added later.
    if (isRunning() || hasFavourites()) void load().catch(() => undefined);
    return () => left.abort();
  }, [pathname, failed]);
  return null;
}
