import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import type { StateAbbr } from "../../geo/states/rules";
import { orThrow } from "../../platform/supabase/or-throw";

const CARD =
  "id, name, slug, state_abbr, region_id, lat, lng, is_approximate, view_heading, best_light, description, access_surface, ramp_ok, parking_note, car_capacity, biome, cover_url, photos, translations, city:cities (ibge_code, name, slug, state_abbr)";
const PIN = "name, slug, biome, state_abbr, lat, lng, is_approximate, cover_url, translations";
const MAX_LISTED = 500;
const MAX_PINS = 1000;

/** Published photo points of a state, by name. */
export const listPhotoPoints = cache(async (abbr: StateAbbr) => {
  return orThrow(
    await createPublicClient([stateTag("photo_points", abbr)])
      .from("photo_points")
      .select(CARD)
      .eq("state_abbr", abbr)
      .order("name")
      .order("id")
      .limit(MAX_LISTED),
  );
});

/** Published photo points of a city, by name. */
export const listPhotoPointsIn = cache(async (abbr: string, code: number) => {
  return orThrow(
    await createPublicClient([stateTag("photo_points", abbr)])
      .from("photo_points")
      .select(CARD)
      .eq("city_ibge", code)
      .order("name")
      .limit(60),
  );
});

/** Published photo points as map markers, of one state or of the country. */
export const listPhotoPointPins = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("photo_points", abbr)])
    .from("photo_points")
    .select(PIN);
  return orThrow(await (abbr ? all.eq("state_abbr", abbr) : all).order("state_abbr").order("name").limit(MAX_PINS));
});

export type PhotoPoint = Awaited<ReturnType<typeof listPhotoPoints>>[number];
