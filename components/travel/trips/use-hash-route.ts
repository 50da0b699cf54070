import { useEffect } from "react";
import { localePath } from "@/lib/platform/i18n/routing";
import { spreadOver } from "@/lib/travel/trips/rules";
import { fill } from "../../ui/fill";
import { insertStops, MAX_STOPS } from "./planner-edits";
import type { PlannerTools } from "./planner-context";
import { fetchPlace } from "./planner-places";

/** The route of the guide named in the address: `#rota=serra-do-rio-do-rastro` on the page of its state, or `#rota=sc/…`. */
export function hashRoute(hash: string, uf: string | null): string | null {
  const [, state = uf, slug] = /^#rota=(?:([a-z]{2})\/)?([a-z0-9-]{1,80})$/.exec(hash) ?? [];
  return state && slug ? `/${state}/rota/${slug}` : null;
}

/** Plans the route of the guide that the address names; the plan before it is one step of undo away. */
export function useHashRoute({ store, texts, locale, announce }: PlannerTools, uf: string | null): void {
  useEffect(() => {
    const load = async () => {
      const path = hashRoute(location.hash, uf);
      if (!path) return;
      history.replaceState(null, "", location.pathname + location.search);
      const place = await fetchPlace(localePath(locale, path));
      if (!place) return announce(texts.add.failed);
      const stops = spreadOver(place.stops, MAX_STOPS);
      store.edit((plan) => insertStops({ ...plan, stops: [], title: place.name }, 0, stops));
      announce(fill(texts.add.loaded, { name: place.name, count: stops.length }));
    };
    void load();
    const changed = () => void load();
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, [store, texts, locale, announce, uf]);
}
