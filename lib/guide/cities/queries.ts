import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import { boxAround } from "../../geo/geo/rules";
import type { StateAbbr } from "../../geo/states/rules";
import { orThrow } from "../../platform/supabase/or-throw";

const CITY =
  "ibge_code, name, slug, state_abbr, lat, lng, is_capital, is_published, intro, check_date, translations, city_photos (title, picture, is_cover, translations)";
const LISTED = "ibge_code, name, slug, state_abbr, lat, lng";
const MAX_LISTED = 1000;
const MAX_NEARBY = 60;

/** A city of a state by its slug, published or not; null when there is none. */
export const getCity = cache(async (abbr: StateAbbr, slug: string) => {
  const data = orThrow(
    await createPublicClient([stateTag("cities", abbr)])
      .from("cities")
      .select(CITY)
      .eq("state_abbr", abbr)
      .eq("slug", slug)
      .order("position", { referencedTable: "city_photos" })
      .maybeSingle(),
  );
  // The embedded backend returns null where hosted PostgREST returns an empty list.
  return data && { ...data, city_photos: (data.city_photos as typeof data.city_photos | null) ?? [] };
});

/** State and slug of the city with an IBGE code; null when the code is unknown. */
export const getCityAddress = cache(async (code: number) => {
  return orThrow(
    await createPublicClient(["cities"]).from("cities").select("state_abbr, slug").eq("ibge_code", code).maybeSingle(),
  );
});

export const getCapital = cache(async (abbr: StateAbbr) => {
  return orThrow(
    await createPublicClient([stateTag("cities", abbr)])
      .from("cities")
      .select(LISTED)
      .eq("state_abbr", abbr)
      .eq("is_capital", true)
      .limit(1)
      .maybeSingle(),
  );
});

/** Cities with a guide page, of one state or of the country, by name. */
export const listCities = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("cities", abbr)])
    .from("cities")
    .select(LISTED)
    .eq("is_published", true);
  return orThrow(await (abbr ? all.eq("state_abbr", abbr) : all).order("name").order("ibge_code").limit(MAX_LISTED));
});

/** The seats of every municipality of a state, with or without a guide page. */
export const listSeats = cache(async (abbr: StateAbbr) => {
  const seats = createPublicClient([stateTag("cities", abbr)])
    .from("cities")
    .select("ibge_code, name, lat, lng");
  return orThrow(await seats.eq("state_abbr", abbr).order("ibge_code").limit(MAX_LISTED));
});

/** Other cities with a guide page around a point; the page selects the nearest. */
export const listCitiesAround = cache(async (point: { lat: number; lng: number }, km: number) => {
  const box = boxAround([point], km);
  if (!box) return [];
  const data = orThrow(
    await createPublicClient(["cities"])
      .from("cities")
      .select(LISTED)
      .eq("is_published", true)
      .gte("lat", box.south)
      .lte("lat", box.north)
      .gte("lng", box.west)
      .lte("lng", box.east)
      .order("ibge_code")
      .limit(MAX_NEARBY),
  );
  return data;
});

/** Published routes of any state with a waypoint in a city, by name. */
export const listRegionsThrough = cache(async (code: number) => {
  const data = orThrow(
    await createPublicClient(["regions"])
      .from("regions")
      .select(
        "id, name, slug, state_abbr, cover_url, summary, biome, roads, themes, surface, paved_pct, distance_km, distance_is_estimated, duration_classic_min, max_altitude_m, best_months, translations, region_waypoints (kind, name), here:region_waypoints!inner (city_ibge)",
      )
      .eq("here.city_ibge", code)
      .order("name")
      .limit(24),
  );
  return data;
});

export type City = NonNullable<Awaited<ReturnType<typeof getCity>>>;
export type ListedCity = Awaited<ReturnType<typeof listCities>>[number];
