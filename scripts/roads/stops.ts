import type { GeoPoint } from "@/lib/geo/geo/rules";
import { listCities } from "@/lib/geo/municipalities/rules";
import { readPlacedContent } from "../../supabase/seed/stop-positions";

/** A stop with a position; `position` counts all stops of the route from 1. */
export type LocatedStop = GeoPoint & { position: number; name: string };
export type RouteStops = { route: string; uf: string; roads: string[]; stops: LocatedStop[] };

/** The located stops of every route: towns are at their seat, unless the stop has a position of its own. */
export function readRouteStops(): RouteStops[] {
  const cityByCode = new Map(listCities().map((city) => [city.ibge_code, city]));
  return readPlacedContent().flatMap(({ state, routes }) =>
    routes.map(({ slug, roads, waypoints }) => ({
      route: `${state.abbr}/${slug}`,
      uf: state.abbr,
      roads,
      stops: waypoints.flatMap(({ name, kind, ibge, lat, lng }, index): LocatedStop[] => {
        const position = index + 1;
        if (lat !== undefined && lng !== undefined) return [{ position, name, lat, lng }];
        const city = kind === "town" && ibge ? cityByCode.get(ibge) : undefined;
        return city ? [{ position, name, lat: city.lat, lng: city.lng }] : [];
      }),
    })),
  );
}
