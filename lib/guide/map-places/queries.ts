import "server-only";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { z } from "zod";
import type { GeoPoint } from "../../geo/geo/rules";
import { searchIndex } from "../../geo/search/queries";
import type { SearchResult } from "../../geo/search/rules";
import type { SearchRequest, SearchResponse } from "../../geo/search/schema";
import { stateTag } from "../../platform/cache-tags";
import { localePath } from "../../platform/i18n/routing";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import type { StateAbbr } from "../../geo/states/rules";
import {
  type MapPlaceClass,
  type MapPlaceKind,
  type MapPlaceRow,
  nearestRepair,
  onMapPath,
  placeSearchOf,
  withMapPlaces,
} from "./rules";

const CARD =
  "id, kind, class, name, state_abbr, lat, lng, is_at_seat, source, source_date, address, phone, website, hours, price, parking, page_url, page_sentence, city:cities (ibge_code, name, slug, state_abbr)";

type Around = { kinds: readonly MapPlaceKind[]; withinKm: number; perKind: number };

/** Shown map places around each of the points, nearest first, `point` being the index of the point. */
export async function mapPlacesNear(points: readonly GeoPoint[], { kinds, withinKm, perKind }: Around) {
  if (points.length === 0) return [];
  const rows = orThrow(
    await createPublicClient(["map_places"]).rpc(
      "map_places_near",
      {
        points: JSON.stringify(points.map(({ lat, lng }) => [lat, lng])),
        kinds: [...kinds],
        within_km: withinKm,
        per_kind: perKind,
      },
      { get: true },
    ),
  );
  return rows.map((row) => ({ ...row, kind: row.kind as MapPlaceKind, point: row.point - 1 }));
}
export type NearMapPlace = Awaited<ReturnType<typeof mapPlacesNear>>[number];

/** Tyre shops are of the kind of workshops, so the nearest of that kind may repair no car. */
const WORKSHOPS_PER_POINT = 20;

/** The nearest shown workshop of the map to any of the points. */
export async function nearestMapWorkshop(points: readonly GeoPoint[], withinKm: number): Promise<NearMapPlace | null> {
  return nearestRepair(await mapPlacesNear(points, { kinds: ["workshop"], withinKm, perKind: WORKSHOPS_PER_POINT }));
}

/** Number of shown map places of a state by kind. */
export const countMapPlaces = cache(async (abbr: StateAbbr): Promise<Partial<Record<MapPlaceKind, number>>> => {
  const rows = orThrow(
    await createPublicClient([stateTag("map_places", abbr)]).rpc("count_map_places", { in_state: abbr }, { get: true }),
  );
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
});

/** Shown map places of a state by name, of one kind or all, from one index to another. */
export async function listMapPlaces(abbr: StateAbbr, kind: MapPlaceKind | null, [from, to]: [number, number]) {
  const all = createPublicClient([stateTag("map_places", abbr)])
    .from("map_places")
    .select(CARD)
    .eq("state_abbr", abbr);
  return orThrow(await (kind ? all.eq("kind", kind) : all).order("search_name").order("id").range(from, to));
}
export type MapPlace = Awaited<ReturnType<typeof listMapPlaces>>[number];

/** Most map places that the page of a town lists. */
const MAX_IN_TOWN = 400;

/** Shown map places of a town, by kind and name. */
export const listMapPlacesIn = cache(async (abbr: string, code: number) =>
  orThrow(
    await createPublicClient([stateTag("map_places", abbr)])
      .from("map_places")
      .select(CARD)
      .eq("city_ibge", code)
      .order("kind")
      .order("search_name")
      .limit(MAX_IN_TOWN),
  ),
);

/** Result of `map_place_rows`. A state has many rows, and planning a trip reads them: of each only the length is checked. */
const placeRows = z.array(z.custom<MapPlaceRow>((row) => Array.isArray(row) && row.length === 10));

/** Every shown map place of a state in the rows of its file. */
export async function listMapPlaceRows(abbr: StateAbbr): Promise<MapPlaceRow[]> {
  const answer = await createPublicClient([stateTag("map_places", abbr)]).rpc(
    "map_place_rows",
    { in_state: abbr },
    { get: true },
  );
  return placeRows.parse(orThrow(answer));
}

/** Map places of the kind, town or name that a search asks for; none when it asks for neither. */
async function findMapPlaces(typed: string, abbr: string | null, limit: number) {
  const { words, classes } = placeSearchOf(typed);
  if (!classes && words.length < 4) return [];
  const args = { words, max_rows: limit, classes: classes as string[], in_state: abbr as string };
  return orThrow(await createPublicClient(null).rpc("find_map_places", args));
}

/** Map places of one search: the lists by kind have the others. */
const MAX_FOUND = 12;

/** Map places as results of a search, in the visitor's language. */
async function placeResults({ q, uf, kinds, limit, locale }: SearchRequest): Promise<SearchResult[]> {
  if (kinds.length > 0 && !kinds.includes("map_place")) return [];
  const places = await findMapPlaces(q, uf ?? null, Math.min(limit, MAX_FOUND));
  const t = await getTranslations({ locale, namespace: "guide/map-places" });
  return places.map((place) => ({
    kind: "map_place",
    id: place.id,
    state: place.state_abbr,
    title: place.name,
    summary: [t(`class.${place.class as MapPlaceClass}`), place.town].filter(Boolean).join(" · "),
    fallback: false,
    href: localePath(locale, onMapPath(place)),
  }));
}

/** The best results of the search index and the map places, grouped by kind, in the visitor's language. */
export async function searchPortal(request: SearchRequest): Promise<SearchResponse> {
  const [{ q, total, groups }, places] = await Promise.all([searchIndex(request), placeResults(request)]);
  return { q, total: total + places.length, groups: withMapPlaces(groups, places, q) };
}
