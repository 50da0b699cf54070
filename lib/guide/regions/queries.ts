import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import type { StateAbbr } from "../../geo/states/rules";
import { boxAround } from "../../geo/geo/rules";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { pageRange } from "../../platform/paging";
import { municipalitiesNear, NEARBY_KM, REGIONS_PER_PAGE } from "./rules";

const CARD =
  "id, name, slug, state_abbr, cover_url, summary, biome, roads, themes, surface, paved_pct, distance_km, distance_is_estimated, duration_classic_min, max_altitude_m, best_months, translations";
/** Names of stops, which decide what the postcard of a route shows. */
const SPOTS = "region_waypoints (kind, name)";
const FACTS =
  "distance_basis, days, steepest, cobbles, elevation_profile, track, photos, body, warnings, sources, confidence, check_date, updated_at";
const STOP =
  "position, name, kind, city_ibge, lat, lng, is_approximate, note, translations, city:cities (name, slug, state_abbr, is_published)";

const LEG =
  "from_position, to_position, from_lat, from_lng, to_lat, to_lng, needs, km, line, sources, quality, joins, roads, classes, points, has_fuel_data, skip";

/** What the lines of an overview map need. */
const DRAWN =
  "track, region_waypoints (position, kind, name, lat, lng), region_legs (from_position, to_position, from_lat, from_lng, to_lat, to_lng, needs, km, line, quality, joins)";

/** Up to four routes of a state, featured ones first, for the footer and the state page. */
export const listFeaturedRegions = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("regions", abbr)])
      .from("regions")
      .select(`${CARD}, ${SPOTS}`)
      .eq("state_abbr", abbr)
      .order("featured_order", { nullsFirst: false })
      .order("name")
      .limit(4),
  );
  return data;
});

/** Every published route of a state by name, with its stops and lines for the overview map. */
export const listRegions = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("regions", abbr)])
      .from("regions")
      .select(`${CARD}, ${DRAWN}`)
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
    .select(`name, slug, biome, state_abbr, themes, cover_url, translations, ${DRAWN}`);
  return orThrow(
    await (abbr ? all.eq("state_abbr", abbr) : all)
      .order("state_abbr")
      .order("name")
      .order("position", { referencedTable: "region_waypoints" })
      .limit(1000),
  );
});

/** The recorded lines with altitudes of the published routes of some states. */
export const listProfiles = async (abbrs: readonly StateAbbr[]) =>
  orThrow(
    await createPublicClient(abbrs.map((abbr) => stateTag("regions", abbr)))
      .from("regions")
      .select("track, elevation_profile")
      .in("state_abbr", abbrs)
      .not("elevation_profile", "is", null)
      .not("track", "is", null)
      .order("id")
      .limit(200),
  );

/** The warnings of the published routes of some states, with the positions of their stops. */
export const listWarnings = async (abbrs: readonly StateAbbr[]) =>
  orThrow(
    await createPublicClient(abbrs.map((abbr) => stateTag("regions", abbr)))
      .from("regions")
      .select("name, warnings, translations, region_waypoints (lat, lng)")
      .in("state_abbr", abbrs)
      .order("name")
      .order("position", { referencedTable: "region_waypoints" })
      .limit(500),
  );

/** One page of the published routes of a state by name, with their stops for map and distance, and the total count. */
export const listRegionsPage = cache(async (abbr: StateAbbr, page: number) => {
  const { data, error, count } = await createPublicClient([stateTag("regions", abbr)])
    .from("regions")
    .select(`${CARD}, ${DRAWN}`, { count: "exact" })
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
      .select(`${CARD}, ${FACTS}, region_waypoints (${STOP}), region_legs (${LEG})`)
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
    .select(`${CARD}, ${SPOTS}`);
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
const MAX_MUNICIPALITIES = 1000;

/** The municipalities of the stops and those with their seat within 15 km of a stop, in any state. */
const listMunicipalitiesNear = cache(async (region: Region) => {
  const codes = region.region_waypoints.flatMap(({ city_ibge }) => city_ibge ?? []);
  const boxes = region.region_waypoints.flatMap((stop) => boxCondition([stop]));
  const conditions = [...(codes.length > 0 ? [`ibge_code.in.(${codes.join(",")})`] : []), ...boxes];
  if (conditions.length === 0) return [];
  const seats = orThrow(
    await createPublicClient(["cities"])
      .from("cities")
      .select("ibge_code, state_abbr, lat, lng")
      .or(conditions.join(","))
      .order("ibge_code")
      .limit(MAX_MUNICIPALITIES),
  );
  return municipalitiesNear(region.region_waypoints, seats);
});

/** Published photo points of the route, around its stops or in the municipalities there; the page filters by distance. */
const listPhotoPointsAround = async (region: Region, around: Around) =>
  orThrow(
    await createPublicClient(around.abbrs.map((abbr) => stateTag("photo_points", abbr)))
      .from("photo_points")
      .select("id, name, slug, state_abbr, biome, cover_url, best_light, region_id, city_ibge, lat, lng, translations")
      .in("state_abbr", around.abbrs)
      .or([`region_id.eq.${region.id}`, ...around.conditions].join(","))
      .order("name")
      .limit(MAX_NEARBY),
  );

/** Published places around the stops of a route or in the municipalities there; the page filters by distance. */
const listPlacesAround = async ({ abbrs, conditions }: Around) =>
  orThrow(
    await createPublicClient(abbrs.map((abbr) => stateTag("services", abbr)))
      .from("services")
      .select(
        "id, name, slug, state_abbr, category_key, city_ibge, lat, lng, verified_at, served_roads, translations, city:cities (name), category:service_categories (name, kind, translations)",
      )
      .in("state_abbr", abbrs)
      .or(conditions.join(","))
      .order("name")
      .limit(MAX_NEARBY),
  );

/** Public clubs of the municipalities at the stops of a route; clubs have no position of their own. */
const listClubsAround = async ({ abbrs, codes }: Around) =>
  orThrow(
    await createPublicClient(abbrs.map((abbr) => stateTag("clubs", abbr)))
      .from("clubs")
      .select("id, name, slug, state_abbr, status, city_ibge, city:cities (name)")
      .in("city_ibge", codes)
      .order("name")
      .limit(MAX_NEARBY),
  );

/** Photo points, places and clubs around the stops of a route, and the municipalities there; across state borders. */
export const listRowsAround = cache(async (abbr: StateAbbr, region: Region) => {
  const municipalities = await listMunicipalitiesNear(region);
  const codes = municipalities.map(({ ibge_code }) => ibge_code);
  const conditions = [
    ...boxCondition(region.region_waypoints),
    ...(codes.length > 0 ? [`city_ibge.in.(${codes.join(",")})`] : []),
  ];
  const around = {
    abbrs: [...new Set([abbr, ...municipalities.map(({ state_abbr }) => state_abbr)])],
    codes,
    conditions,
  };
  const [photoPoints, places, clubs] = await Promise.all([
    listPhotoPointsAround(region, around),
    conditions.length > 0 ? listPlacesAround(around) : [],
    codes.length > 0 ? listClubsAround(around) : [],
  ]);
  return { municipalities, photoPoints, places, clubs };
});

type Around = { abbrs: string[]; codes: number[]; conditions: string[] };

/** Bounding box of stops as a filter; empty when no stop has a position. */
function boxCondition(stops: readonly { lat: number | null; lng: number | null }[]): string[] {
  const box = boxAround(stops, NEARBY_KM);
  if (!box) return [];
  return [`and(lat.gte.${box.south},lat.lte.${box.north},lng.gte.${box.west},lng.lte.${box.east})`];
}

export type RegionCard = Awaited<ReturnType<typeof listFeaturedRegions>>[number];
export type RelatedRegion = Awaited<ReturnType<typeof listRelatedRegions>>[number];
export type ListedRegion = Awaited<ReturnType<typeof listRegionsPage>>["regions"][number];
export type NearbyPhotoPoint = Awaited<ReturnType<typeof listPhotoPointsAround>>[number];
export type NearbyPlace = Awaited<ReturnType<typeof listPlacesAround>>[number];
export type NearbyClub = Awaited<ReturnType<typeof listClubsAround>>[number];
export type Region = NonNullable<Awaited<ReturnType<typeof getRegion>>>;
export type Waypoint = Region["region_waypoints"][number];
