import "server-only";
import { cache } from "react";
import { stateTag } from "../platform/cache-tags";
import { createPublicClient } from "../platform/supabase/public";
import type { StateAbbr } from "../states/rules";
import { boxAround } from "../geo/rules";
import { databaseError, orThrow } from "../platform/supabase/or-throw";
import { pageRange } from "../platform/paging";
import { NEARBY_KM, REGIONS_PER_PAGE } from "./rules";

const CARD =
  "id, name, slug, summary, biome, roads, themes, surface, paved_pct, distance_km, distance_is_estimated, duration_classic_min, max_altitude_m, best_months, translations";
const FACTS =
  "days, steepest, elevation_profile, track, photos, cover_url, body, warnings, sources, confidence, updated_at";
const STOP =
  "position, name, kind, lat, lng, is_approximate, note, translations, city:cities (name, slug, state_abbr, is_published)";

/** Up to four routes of a state, featured ones first, for the footer and the state page. */
export const listFeaturedRegions = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("regions", abbr)])
      .from("regions")
      .select(CARD)
      .eq("state_abbr", abbr)
      .order("featured_order", { nullsFirst: false })
      .order("name")
      .limit(4),
  );
  return data;
});

/** Every published route of a state by name, with its stops for the overview map. */
export const listRegions = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("regions", abbr)])
      .from("regions")
      .select(`${CARD}, region_waypoints (position, lat, lng)`)
      .eq("state_abbr", abbr)
      .order("name")
      .order("position", { referencedTable: "region_waypoints" })
      .limit(500),
  );
  return data;
});

/** Published routes as lines on a map, of one state or of the country. */
export const listRegionLines = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("regions", abbr)])
    .from("regions")
    .select("name, slug, biome, state_abbr, translations, region_waypoints (position, lat, lng)");
  return orThrow(
    await (abbr ? all.eq("state_abbr", abbr) : all)
      .order("state_abbr")
      .order("name")
      .order("position", { referencedTable: "region_waypoints" })
      .limit(1000),
  );
});

/** One page of the published routes of a state by name, with their stops for map and distance, and the total count. */
export const listRegionsPage = cache(async (abbr: StateAbbr, page: number) => {
  const { data, error, count } = await createPublicClient([stateTag("regions", abbr)])
    .from("regions")
    .select(`${CARD}, region_waypoints (position, lat, lng)`, { count: "exact" })
    .eq("state_abbr", abbr)
    .order("name")
    .order("id")
    .order("position", { referencedTable: "region_waypoints" })
    .range(...pageRange(page, REGIONS_PER_PAGE));
  // PGRST103: the page is after the last one.
  if (error && error.code !== "PGRST103") throw databaseError(error);
  return { regions: data ?? [], total: count ?? 0 };
});

/** One published route with its stops in road order; null when there is none. */
export const getRegion = cache(async (abbr: StateAbbr, slug: string) => {
  const data = orThrow(
    await createPublicClient([stateTag("regions", abbr)])
      .from("regions")
      .select(`${CARD}, ${FACTS}, region_waypoints (${STOP})`)
      .eq("state_abbr", abbr)
      .eq("slug", slug)
      .order("position", { referencedTable: "region_waypoints" })
      .maybeSingle(),
  );
  return data;
});

/** Up to three related routes: of the same state, else of the same biome. */
export const listRelatedRegions = cache(async (abbr: StateAbbr | null, biome: string | null) => {
  if (!abbr && !biome) return [];
  const all = createPublicClient([stateTag("regions", abbr)])
    .from("regions")
    .select(`${CARD}, state_abbr`);
  const some = abbr ? all.eq("state_abbr", abbr) : all.eq("biome", biome ?? "");
  return orThrow(await some.order("featured_order", { nullsFirst: false }).order("name").limit(3));
});

/** Number of published routes per state. */
export const countRegions = cache(async (): Promise<Partial<Record<StateAbbr, number>>> => {
  const data = orThrow(await createPublicClient(["regions"]).from("regions").select("state_abbr").limit(5000));
  const counts: Partial<Record<StateAbbr, number>> = {};
  for (const { state_abbr } of data) counts[state_abbr as StateAbbr] = (counts[state_abbr as StateAbbr] ?? 0) + 1;
  return counts;
});

const MAX_NEARBY = 200;

/** Published photo points of the route or around its stops; the page filters by distance. */
export const listPhotoPointsAround = cache(async (abbr: StateAbbr, region: Region) => {
  const data = orThrow(
    await createPublicClient([stateTag("photo_points", abbr)])
      .from("photo_points")
      .select("name, slug, biome, cover_url, best_light, region_id, lat, lng, translations")
      .eq("state_abbr", abbr)
      .or([`region_id.eq.${region.id}`, ...boxCondition(region)].join(","))
      .order("name")
      .limit(MAX_NEARBY),
  );
  return data;
});

/** Published places around the stops of a route; the page filters by distance. */
export const listPlacesAround = cache(async (abbr: StateAbbr, region: Region) => {
  const [condition] = boxCondition(region);
  if (!condition) return [];
  const data = orThrow(
    await createPublicClient([stateTag("services", abbr)])
      .from("services")
      .select(
        "name, slug, category_key, lat, lng, translations, city:cities (name), category:service_categories (name, translations)",
      )
      .eq("state_abbr", abbr)
      .or(condition)
      .order("name")
      .limit(MAX_NEARBY),
  );
  return data;
});

/** Bounding box of a route as a filter; empty when no stop has a position. */
function boxCondition(region: Region): string[] {
  const box = boxAround(region.region_waypoints, NEARBY_KM);
  if (!box) return [];
  return [`and(lat.gte.${box.south},lat.lte.${box.north},lng.gte.${box.west},lng.lte.${box.east})`];
}

export type RegionCard = Awaited<ReturnType<typeof listFeaturedRegions>>[number];
export type RelatedRegion = Awaited<ReturnType<typeof listRelatedRegions>>[number];
export type ListedRegion = Awaited<ReturnType<typeof listRegionsPage>>["regions"][number];
export type NearbyPhotoPoint = Awaited<ReturnType<typeof listPhotoPointsAround>>[number];
export type NearbyPlace = Awaited<ReturnType<typeof listPlacesAround>>[number];
export type Region = NonNullable<Awaited<ReturnType<typeof getRegion>>>;
export type Waypoint = Region["region_waypoints"][number];
