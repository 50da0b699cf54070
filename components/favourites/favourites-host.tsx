"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/** Loads the code of favourites on pages that contain a heart. */
export function FavouritesHost() {
  const pathname = usePathname();
  useEffect(() => {
    if (!document.querySelector("[data-favourite]")) return;
    // Without a network the hearts stay disabled; the next page tries again.
    void import("./favourites-client").then(
      ({ refreshFavourites }) => refreshFavourites(),
      () => undefined,
    );
  }, [pathname]);
  return null;
}
