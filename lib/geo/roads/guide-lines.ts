import { readFileSync } from "node:fs";
import path from "node:path";
import { decodeLine, type LinePoint } from "../geo/lines";
import type { RoadSource } from "../../platform/settings/rules";
import type { NetworkLine } from "./network-file";
import { ROAD_CLASSES, type RoadClass } from "./rules";

/** The lines of the guide's routes, leg by leg; written by `npm run roads`. */
export const GUIDE_FILE = "supabase/seed/roads/route-legs.json";

/** A leg of a route of the guide with a line that the switched sources allow. */
export type GuideLeg = {
  /** The stops that it connects; its line ends at the roads nearest to them. */
  from: LinePoint;
  to: LinePoint;
  /** Encoded polyline, precision 5. */
  line: string;
  /** Straights over missing data, as first and last index of the points of `line`. */
  joins: readonly (readonly [first: number, last: number])[];
  /** The source and the class of most of its kilometres, and its first road number. */
  source: string;
  roadClass: RoadClass;
  ref: string | null;
};

type StoredLeg = {
  from: number;
  to: number;
  skip?: string;
  needs: readonly string[];
  km: number;
  line: string;
  sources: Record<string, number>;
  joins: [number, number][];
  roads: string[];
  classes: Record<string, number>;
};

const longest = (kmOf: Record<string, number>, without: string) =>
  Object.entries(kmOf)
    .filter(([name]) => name !== without)
    .toSorted(([, a], [, b]) => b - a)[0]?.[0];

/** The legs that can be used with the switched sources: of two for the same stops, the one from more sources. */
export function readGuideLegs(root: string, switched: readonly RoadSource[]): GuideLeg[] {
  const { routes } = JSON.parse(readFileSync(path.join(root, GUIDE_FILE), "utf8")) as {
    routes: { stops: [position: number, lat: number, lng: number][]; legs: StoredLeg[] }[];
  };
  return routes.flatMap(({ stops, legs }) => {
    const placeOf = new Map(stops.map(([position, lat, lng]) => [position, [lat, lng] as const]));
    const usable = legs.filter(
      ({ skip, needs }) => skip === undefined && needs.every((source) => switched.some((name) => name === source)),
    );
    const best = new Map<string, StoredLeg>();
    for (const leg of usable.toSorted((a, b) => a.needs.length - b.needs.length))
      best.set(`${leg.from}-${leg.to}`, leg);
    return [...best.values()].map(({ from, to, line, joins, sources, classes, roads }) => ({
      from: placeOf.get(from)!,
      to: placeOf.get(to)!,
      line,
      joins,
      source: longest(sources, "join") ?? "omt",
      roadClass: (longest(classes, "join") ?? "unknown") as RoadClass,
      ref: roads.length === 1 ? roads[0]! : null,
    }));
  });
}

/** The line of a leg in parts: roads, and the straights between them. */
export function guideParts({ line, joins }: GuideLeg): { isJoin: boolean; points: LinePoint[] }[] {
  const points = decodeLine(line);
  const parts: { isJoin: boolean; points: LinePoint[] }[] = [];
  const add = (isJoin: boolean, first: number, last: number) => {
    if (last > first) parts.push({ isJoin, points: points.slice(first, last + 1) });
  };
  let next = 0;
  for (const [first, last] of joins.toSorted(([a], [b]) => a - b)) {
    add(false, next, first);
    add(true, first, last);
    next = last;
  }
  add(false, next, points.length - 1);
  return parts;
}

/**
 * The parts of the legs that are roads, by source; the straights between them as lines of class `join`, without those to
 * the stops.
 */
export function guideLines(legs: readonly GuideLeg[]): Map<string, NetworkLine[]> {
  const lines = new Map<string, NetworkLine[]>();
  for (const leg of legs) {
    const own = lines.get(leg.source) ?? [];
    lines.set(leg.source, own);
    const parts = guideParts(leg);
    for (const [index, { isJoin, points }] of parts.entries()) {
      if (isJoin && (index === 0 || index === parts.length - 1)) continue;
      own.push({
        roadClass: ROAD_CLASSES.indexOf(isJoin ? "join" : leg.roadClass),
        ref: isJoin ? null : leg.ref,
        flag: 0,
        points: points.flatMap(([lat, lng]) => [Math.round(lng * 1e5), Math.round(lat * 1e5)]),
      });
    }
  }
  return lines;
}
