import type { Section } from "../../geo/geo/lines";
import { thinTrack, trackPoints } from "../../geo/tracks/rules";
import altitudes from "./altitudes.json";
import type { Region } from "./queries";
import {
  basisOfWay,
  hasLine,
  kmAtStopsOfWay,
  pointsOnWay,
  roadsOnWay,
  sectionsOf,
  sourcesOfWay,
  wayOf,
  withLength,
  type Leg,
} from "./way";

/** Facts from the lines of a route; the page passes it to its components. */
export type LineFacts = ReturnType<typeof lineFactsOf>;

/** Reads the lines of a route: its recording, otherwise the legs that visitors may see. */
export function lineFactsOf(region: Region) {
  const track = trackPoints(region.track);
  const trackKm = region.distance_basis === "gpx" ? region.distance_km : null;
  const lines = wayOf(region.region_waypoints, region.region_legs, track, trackKm);
  const way = withLength(lines, region.distance_km);
  const kmAtStops = hasLine(way) ? kmAtStopsOfWay(way, region.region_waypoints) : null;
  return {
    way,
    sections: sectionsOf(way),
    isRecorded: track.length > 1,
    isMeasured: basisOfWay(lines) !== "estimated",
    hasLine: hasLine(way),
    /** Null without a line: the marks are then shared out from the length of the route. */
    kmAtStops,
    townProfile: kmAtStops ? townProfile(region.region_waypoints, kmAtStops) : [],
    roads: roadsOnWay(way),
    sources: sourcesOfWay(way),
    cameras: pointsOnWay(way, "camera"),
    altitudes: townAltitudes(region),
  };
}

type TownStop = Pick<Region["region_waypoints"][number], "kind" | "name" | "city_ibge">;

/** Altitude of a town in metres; undefined for other stops and where it is not known. */
function altitudeOf({ kind, city_ibge }: TownStop): number | undefined {
  const known: Partial<Record<string, number>> = altitudes.metres;
  // The table has 0 where the altitude was not measured.
  return kind === "town" ? known[String(city_ibge)] || undefined : undefined;
}

/** The profile of a route by the altitudes of its towns: kilometre, metres and name of each in the order of travel. */
export function townProfile(stops: readonly TownStop[], kmAtStops: readonly (number | null)[]) {
  return stops.flatMap((stop, index) => {
    const [km, metres] = [kmAtStops[index], altitudeOf(stop)];
    return km == null || metres === undefined ? [] : [{ km, metres, name: stop.name }];
  });
}

/** Towns of a route with their altitude in metres, each once; towns without a known altitude are left out. */
function townAltitudes(region: Region): { name: string; metres: number }[] {
  const towns = region.region_waypoints.flatMap((stop) => {
    const metres = altitudeOf(stop);
    return metres === undefined ? [] : [{ name: stop.name, metres }];
  });
  return [...new Map(towns.map((town) => [town.name, town])).values()];
}

/** A route with what its line on an overview map needs. */
type DrawnRegion = {
  track: unknown;
  region_waypoints: readonly { position: number; lat: number | null; lng: number | null }[];
  region_legs: readonly Omit<Leg, keyof typeof NOT_DRAWN>[];
};
const NOT_DRAWN = { sources: {}, roads: [], classes: {}, points: [], has_fuel_data: false, skip: null };

/** The lines of a route for an overview map, with at most about `most` points. */
export function drawnSections({ track, region_waypoints, region_legs }: DrawnRegion, most: number): Section[] {
  const legs = region_legs.map((leg) => ({ ...NOT_DRAWN, ...leg }));
  return thinSections(sectionsOf(wayOf(region_waypoints, legs, trackPoints(track))), most);
}

/** Points of the line of one route on the overview map of a state. */
export const OVERVIEW_POINTS = 60;

/** Converts routes for the overview map of a state, which shows stops without names and the lines between them. */
export function mapRoutesOf<Row extends DrawnRegion & { id: string }>(
  regions: readonly Row[],
  describe: (region: Row) => { name: string; href: string },
) {
  return regions.map((region) => ({
    id: region.id,
    ...describe(region),
    waypoints: region.region_waypoints.map(({ position, lat, lng }) => ({
      position,
      lat,
      lng,
      name: "",
      kind: "town",
      isApproximate: false,
    })),
    sections: drawnSections(region, OVERVIEW_POINTS),
  }));
}

/** Sections with at most about `most` points together, for drawing; coordinates to 11 m. */
export function thinSections(sections: readonly Section[], most: number): Section[] {
  const total = sections.reduce((sum, { line }) => sum + line.length, 0);
  return sections.map(({ style, line }) => {
    const share = Math.max(2, Math.round((line.length / total) * most));
    const thin = line.length > share ? thinTrack(line, share) : line;
    return { style, line: thin.map(([lat, lng]) => [rounded(lat), rounded(lng)] as const) };
  });
}

const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
