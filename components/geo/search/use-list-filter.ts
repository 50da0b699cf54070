import { useEffect, useState, type RefObject } from "react";
import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { fold } from "@/lib/platform/slug";
import { setQuery, useQuery } from "./address-query";
import { isShown, queryOfView, viewOfQuery, type Facet, type FilterView } from "./list-filter";

/** The view in the address, and a function that changes it; typing replaces the history entry, other changes add one. */
export function useFilterView(facets: readonly Facet[]): [FilterView, (view: FilterView, typed?: boolean) => void] {
  const query = useQuery();
  const show = (view: FilterView, typed = false) =>
    setQuery(queryOfView(view, facets, location.search), typed ? "replaceState" : "pushState");
  return [viewOfQuery(query, facets), show];
}

function positionOf(item: HTMLElement): GeoPoint | null {
  const [lat, lng] = (item.dataset.at ?? "").split(",").map(Number);
  return lat && lng ? { lat, lng } : null;
}

function kmOf(item: HTMLElement, here: GeoPoint | null): number {
  const at = positionOf(item);
  return here && at ? greatCircleKm(here, at) : Infinity;
}

/**
 * Hides and sorts the items of a list that is complete in the page's HTML (`data-search`, `data-marks`,
 * `data-at`; an element with `data-km` gets the distance). Returns how many are shown, null before the first run.
 */
export function useFilteredList(
  list: RefObject<HTMLElement | null>,
  view: FilterView,
  here: GeoPoint | null,
  kmText: string,
): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const key = JSON.stringify([view, here]);
  useEffect(() => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[data-search]") ?? [])];
    let shown = 0;
    for (const [index, item] of items.entries()) {
      item.dataset.order ??= String(index);
      const marks = new Set((item.dataset.marks ?? "").split(" "));
      item.hidden = !isShown(
        { text: fold(item.dataset.search ?? ""), marks, from: item.dataset.from, until: item.dataset.until },
        view,
      );
      if (!item.hidden) shown += 1;
      const km = kmOf(item, here);
      for (const slot of item.querySelectorAll("[data-km]"))
        slot.textContent = Number.isFinite(km) ? kmText.replace("{km}", String(Math.round(km))) : "";
    }
    const rank = (item: HTMLElement) => (view.near && here ? kmOf(item, here) : Number(item.dataset.order));
    const wanted = items.toSorted((a, b) => rank(a) - rank(b) || Number(a.dataset.order) - Number(b.dataset.order));
    if (wanted.some((item, index) => item !== items[index])) items[0]?.parentElement?.append(...wanted);
    setLeft(shown);
    // The view is a new object on every render; its JSON shows whether it differs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list, key, kmText]);
  return left;
}
