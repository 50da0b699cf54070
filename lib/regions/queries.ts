import "server-only";
import { cache } from "react";
import { AppError } from "../platform/error";
import { createPublicClient } from "../platform/supabase/public";
import type { StateAbbr } from "../states/rules";

const CARD = "id, name, slug, summary, biome, roads, themes, surface, distance_km, distance_is_estimated, duration_classic_min, max_altitude_m, best_months, translations";
const STOP = "position, name, kind, city_ibge, lat, lng, is_approximate, note, translations";

/** Tags of everything read about the routes of a state. */
const tagsOf = (abbr: StateAbbr) => ["regions", `regions:${abbr}`];

function unavailable(error: { message: string }): never {
  throw new AppError("service.unavailable", { detail: error.message });
}

/** The up to four routes of a state that the footer and the state page show first. */
export const listFeaturedRegions = cache(async (abbr: StateAbbr) => {
  const { data, error } = await createPublicClient(tagsOf(abbr))
    .from("regions")
    .select(CARD)
    .eq("state_abbr", abbr)
    .order("featured_order", { nullsFirst: false })
    .order("name")
    .limit(4);
  if (error) unavailable(error);
  return data;
});

/** Every published route of a state by name, with its stops for the overview map. */
export const listRegions = cache(async (abbr: StateAbbr) => {
  const { data, error } = await createPublicClient(tagsOf(abbr))
    .from("regions")
    .select(`${CARD}, region_waypoints (position, lat, lng)`)
    .eq("state_abbr", abbr)
    .order("name")
    .order("position", { referencedTable: "region_waypoints" })
    .limit(500);
  if (error) unavailable(error);
  return data;
});

/** One published route with its stops in road order; null when there is none. */
export const getRegion = cache(async (abbr: StateAbbr, slug: string) => {
  const { data, error } = await createPublicClient(tagsOf(abbr))
    .from("regions")
    .select(`${CARD}, body, warnings, sources, confidence, updated_at, region_waypoints (${STOP})`)
    .eq("state_abbr", abbr)
    .eq("slug", slug)
    .order("position", { referencedTable: "region_waypoints" })
    .maybeSingle();
  if (error) unavailable(error);
  return data;
});

/** Number of published routes per state. */
export const countRegions = cache(async (): Promise<Partial<Record<StateAbbr, number>>> => {
  const { data, error } = await createPublicClient(["regions"]).from("regions").select("state_abbr").limit(5000);
  if (error) unavailable(error);
  const counts: Partial<Record<StateAbbr, number>> = {};
  for (const { state_abbr } of data) counts[state_abbr as StateAbbr] = (counts[state_abbr as StateAbbr] ?? 0) + 1;
  return counts;
});

/** State, slug and last change of every published route, for the sitemap. */
export async function listRegionAddresses() {
  const { data, error } = await createPublicClient(["regions"]).from("regions").select("state_abbr, slug, updated_at").order("slug").limit(5000);
  if (error) unavailable(error);
  return data;
}

export type RegionCard = Awaited<ReturnType<typeof listFeaturedRegions>>[number];
export type Region = NonNullable<Awaited<ReturnType<typeof getRegion>>>;
export type Waypoint = Region["region_waypoints"][number];
