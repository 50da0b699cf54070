import type { GeoPoint } from "@/lib/geo/geo/rules";
import { estimatedMinutes } from "@/lib/geo/pace/legs/rules";
import { BUILT_IN_PACE } from "@/lib/geo/pace/rules";
import { estimateRoadKm, roundTo5 } from "@/lib/guide/regions/rules";
import type { City } from "../../lib/geo/municipalities/rules";
import type { Cobbles, StateExtra } from "./extra-schema";
import type { RouteContent, StateContent, WaypointContent } from "./content-schema";

type Translations = Record<"en" | "es", Record<string, string | string[]>>;

/** Converts a content file to table rows. */
export function rowsOfContent(
  content: StateContent,
  cityByCode: ReadonlyMap<number, City>,
  extra?: StateExtra,
  cobbles: Cobbles = {},
) {
  const { abbr, headline, intro, best_season, how_to_arrive } = content.state;
  return {
    state: {
      state_abbr: abbr,
      headline: headline.pt,
      intro: intro.pt,
      best_season: best_season.pt,
      how_to_arrive: how_to_arrive.pt,
      translations: translationsOf({ headline, intro, best_season, how_to_arrive }),
    },
    regions: content.routes.map((route) =>
      regionRow(abbr, route, cityByCode, extra?.routes[route.slug], cobbles[`${abbr}/${route.slug}`]),
    ),
    waypoints: content.routes.flatMap((route) =>
      route.waypoints.map((waypoint, index) => {
        if (waypoint.ibge === undefined || cityByCode.has(waypoint.ibge))
          return waypointRow(route.slug, index + 1, waypoint, cityByCode.get(waypoint.ibge ?? 0));
        throw new Error(
          `${abbr}, rota ${route.slug}, parada ${index + 1}: não há município com o código ${waypoint.ibge}`,
        );
      }),
    ),
  };
}

export type ContentRows = ReturnType<typeof rowsOfContent>;

function regionRow(
  state_abbr: string,
  route: RouteContent,
  cityByCode: ReadonlyMap<number, City>,
  extra?: StateExtra["routes"][string],
  cobbles?: Cobbles[string],
) {
  const { name, summary, warnings, waypoints: _, ...same } = route;
  const distance_km = route.distance_km ?? estimateRoadKm(locatedPoints(route, cityByCode));
  const ground = { surface: route.surface, pavedPct: extra?.paved_pct ?? null };
  return {
    ...same,
    state_abbr,
    name: name.pt,
    summary: summary.pt,
    body: extra?.body ?? "",
    paved_pct: extra?.paved_pct ?? null,
    steepest: extra?.steepest ?? null,
    cobbles: cobbles?.pt ?? null,
    days: extra?.days ?? null,
    distance_km,
    editor_km: route.distance_km,
    distance_basis: distance_km === null ? null : route.distance_km === null ? "estimated" : "editor",
    duration_classic_min:
      distance_km === null ? null : Math.max(5, roundTo5(estimatedMinutes(distance_km, ground, BUILT_IN_PACE))),
    duration_is_estimated: distance_km !== null,
    warnings: warnings.map((warning) => warning.pt),
    translations: {
      en: {
        name: name.en,
        summary: summary.en,
        warnings: warnings.map((warning) => warning.en),
        ...(cobbles && { cobbles: cobbles.en }),
      },
      es: {
        name: name.es,
        summary: summary.es,
        warnings: warnings.map((warning) => warning.es),
        ...(cobbles && { cobbles: cobbles.es }),
      },
    },
  };
}

function waypointRow(region_slug: string, position: number, waypoint: WaypointContent, city: City | undefined) {
  const { name, kind, ibge, approximate, note } = waypoint;
  const { lat, lng } = kind === "town" && city ? city : waypoint;
  return {
    region_slug,
    position,
    name,
    kind,
    city_ibge: ibge ?? null,
    lat: lat ?? null,
    lng: lng ?? null,
    is_approximate: approximate ?? false,
    note: note?.pt ?? null,
    translations: note ? translationsOf({ note }) : {},
  };
}

/** The located waypoints of a route. Towns are on the road; viewpoints beside it are used only when there are fewer than two towns. */
function locatedPoints(route: RouteContent, cityByCode: ReadonlyMap<number, City>): GeoPoint[] {
  const towns = route.waypoints.flatMap(({ kind, ibge }) => {
    const city = kind === "town" && ibge !== undefined ? cityByCode.get(ibge) : undefined;
    return city ? [city] : [];
  });
  if (towns.length >= 2) return towns;
  return route.waypoints.flatMap(({ kind, ibge, lat, lng }) => {
    const city = kind === "town" && ibge !== undefined ? cityByCode.get(ibge) : undefined;
    if (city) return [city];
    return lat !== undefined && lng !== undefined ? [{ lat, lng }] : [];
  });
}

/** Converts `{headline: {pt, en, es}}` to `{en: {headline}, es: {headline}}`, the format of the tables. */
export function translationsOf(texts: Record<string, { en: string; es: string }>): Translations {
  const pick = (locale: "en" | "es") =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[locale]]));
  return { en: pick("en"), es: pick("es") };
}
