import "server-only";
import { getTranslations } from "next-intl/server";
import { type MapPlaceClass, onMapPath } from "../../guide/map-places/rules";
import { findMapPlaces, type FoundMapPlace } from "../../guide/map-places/queries";
import { localePath, type Locale } from "../../platform/i18n/routing";
import { createPublicClient } from "../../platform/supabase/public";
import { groupByKind, resultOf, withMapPlaces, type SearchResult } from "./rules";
import type { SearchResponse, SearchRequest } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** A search for one letter would match almost everything. */
const MIN_LETTERS = 2;
/** Map places of one search: the lists by kind have the others. */
const MAX_PLACES = 12;

/** The best results grouped by kind, in the visitor's language. */
export async function searchPortal({ q, uf, kinds, limit, locale }: SearchRequest): Promise<SearchResponse> {
  if (q.length < MIN_LETTERS) return { q, total: 0, groups: [] };
  const hasPlaces = kinds.length === 0 || kinds.includes("map_place");
  const [answer, places] = await Promise.all([
    createPublicClient(null).rpc("search_portal", {
      q,
      max_rows: limit,
      ...(uf && { in_state: uf }),
      ...(kinds.length > 0 && { kinds }),
    }),
    hasPlaces ? findMapPlaces(q, uf ?? null, Math.min(limit, MAX_PLACES)) : [],
  ]);
  const rows = orThrow(answer);
  const found = await placeResults(places, locale);
  const groups = withMapPlaces(groupByKind(rows.map((row) => resultOf(row, locale))), found, q);
  return { q, total: rows.length + found.length, groups };
}

async function placeResults(places: readonly FoundMapPlace[], locale: Locale): Promise<SearchResult[]> {
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
