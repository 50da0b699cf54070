import { thinTrack, trackPoints } from "../tracks/rules";
import altitudes from "./altitudes.json";
import type { Region } from "./queries";
import {
  hasLine,
  isMeasured,
  kmAtStopsOfWay,
  pointsOnWay,
  roadsOnWay,
  sectionsOf,
  sourcesOfWay,
  wayOf,
  type Section,
} from "./way";

/** Facts from the lines of a route; the page passes it to its components. */
export type LineFacts = ReturnType<typeof lineFactsOf>;

/** Reads the lines of a route: its recording, otherwise the legs that visitors may see. */
export function lineFactsOf(region: Region) {
  const track = trackPoints(region.track);
  const trackKm = region.distance_basis === "gpx" ? region.distance_km : null;
  const way = wayOf(region.region_waypoints, region.region_legs, track, trackKm);
  return {
    way,
    sections: sectionsOf(way),
    isRecorded: track.length > 1,
    isMeasured: isMeasured(way),
    hasLine: hasLine(way),
    /** Null without a line: the marks are then shared out from the length of the route. */
    kmAtStops: hasLine(way) ? kmAtStopsOfWay(way, region.region_waypoints) : null,
    roads: roadsOnWay(way),
    sources: sourcesOfWay(way),
    cameras: pointsOnWay(way, "camera"),
    altitudes: townAltitudes(region),
  };
}

/** Towns of a route with their altitude in metres, each once; towns without a known altitude are left out. */
function townAltitudes(region: Region): { name: string; metres: number }[] {
  const known: Partial<Record<string, number>> = altitudes.metres;
  const towns = region.region_waypoints.flatMap(({ kind, name, city_ibge }) => {
    const metres = kind === "town" ? known[String(city_ibge)] : undefined;
    return metres === undefined ? [] : [{ name, metres }];
  });
  return [...new Map(towns.map((town) => [town.name, town])).values()];
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
