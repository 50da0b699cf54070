import "server-only";
import { cache } from "react";
import { boxAround, type GeoPoint } from "../geo/rules";
import { createPublicClient } from "../../platform/supabase/public";
import { orThrow } from "../../platform/supabase/or-throw";
import type { StateAbbr } from "../states/rules";
import { goodMonths, hotMonths, MAX_STATION_KM, nearestStation, sunMonths, type Station } from "./rules";

const STATION = "code, name, state_abbr, lat, lng, max_c, min_c, rain_mm";

/** Climate stations in the square around a point; the rules select the nearest. */
const listStationsAround = cache(async (point: GeoPoint): Promise<Station[]> => {
  const box = boxAround([point], MAX_STATION_KM);
  if (!box) return [];
  return orThrow(
    await createPublicClient(["climate_stations"])
      .from("climate_stations")
      .select(STATION)
      .gte("lat", box.south)
      .lte("lat", box.north)
      .gte("lng", box.west)
      .lte("lng", box.east)
      .order("code")
      .limit(100),
  );
});

/** Every climate station. */
export const listStations = cache(async (): Promise<Station[]> =>
  orThrow(
    await createPublicClient(["climate_stations"]).from("climate_stations").select(STATION).order("code").limit(1000),
  ),
);

/** Normals of the station nearest to a point, when one is near enough, its hot and good months, and the sun times. */
export async function getClimate(point: GeoPoint, abbr: StateAbbr) {
  const nearest = nearestStation(point, await listStationsAround(point));
  return {
    nearest,
    hot: nearest ? hotMonths(nearest.station) : [],
    good: nearest ? goodMonths(nearest.station) : [],
    sun: sunMonths(point, abbr),
  };
}

export type Climate = Awaited<ReturnType<typeof getClimate>>;
