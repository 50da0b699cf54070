import {
  decodeLine,
  kmAlongLine,
  positionAlongLine,
  type LinePoint,
  type Section,
  type SectionStyle,
} from "../../geo/geo/lines";
import { greatCircleKm, located, type GeoPoint } from "../../geo/geo/rules";
import { NEARBY_KM, ROAD_CIRCUITY, type Near } from "./rules";

/** Something beside a leg; `km` counts from the start of the leg, in `pointsOnWay` from the start of the route. */
export type RoadPoint = {
  kind: "toll" | "camera" | "fuel";
  km: number;
  beside: number;
  name: string;
  /** Company that operates a toll. */
  operator?: string;
  road: string;
  lat: number;
  lng: number;
  limit?: number;
  freeFlow?: boolean;
  source: string;
};

/** A row of `region_legs`; `line` is null when there is no usable line. */
export type Leg = {
  from_position: number;
  to_position: number;
  from_lat: number;
  from_lng: number;
  to_lat: number;
  to_lng: number;
  needs: readonly string[];
  km: number | null;
  line: string | null;
  sources: unknown;
  quality: string | null;
  joins: unknown;
  roads: readonly string[];
  classes: unknown;
  points: unknown;
  has_fuel_data: boolean;
  skip: string | null;
};

type Stop = { position: number; lat: number | null; lng: number | null };
type PlacedStop = Stop & GeoPoint;

/** The way between two neighbouring stops, or a whole recording. */
export type WayPiece = {
  fromKm: number;
  km: number;
  line: readonly LinePoint[];
  kmAt: readonly number[];
  style: SectionStyle;
  /** Points of `line` that a straight connection joins, as [first, last]. */
  joins: readonly (readonly [number, number])[];
  leg: Leg | null;
};

/** The stops may have moved by this much since a leg was traced; about 3 km. */
const MOVED_DEGREES = 0.03;

const isNear = (lat: number, lng: number, stop: GeoPoint) =>
  Math.abs(lat - stop.lat) < MOVED_DEGREES && Math.abs(lng - stop.lng) < MOVED_DEGREES;

/** The leg between two stops: one with a line before one without, then the one from more switched sources. */
function legBetween(legs: readonly Leg[], from: PlacedStop, to: PlacedStop): Leg | null {
  const rank = (leg: Leg) => (leg.line === null ? 0 : 1 + leg.needs.length);
  const fitting = legs.filter(
    (leg) =>
      leg.from_position === from.position &&
      leg.to_position === to.position &&
      isNear(leg.from_lat, leg.from_lng, from) &&
      isNear(leg.to_lat, leg.to_lng, to),
  );
  return fitting.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}

function joinsOf(value: unknown): (readonly [number, number])[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (join): join is [number, number] => Array.isArray(join) && join.length === 2 && join.every(Number.isInteger),
  );
}

/**
 * The way of a route from stop to stop. An imported recording is one piece and replaces the legs; a pair of stops
 * without a line is a straight piece whose length is estimated.
 */
export function wayOf(
  stops: readonly Stop[],
  legs: readonly Leg[],
  track: readonly LinePoint[] = [],
  trackKm: number | null = null,
): WayPiece[] {
  if (track.length > 1) {
    const kmAt = kmAlongLine(track);
    const km = trackKm ?? kmAt.at(-1)!;
    return [{ fromKm: 0, km, line: track, kmAt, style: "traced", joins: [], leg: null }];
  }
  const placed = located(stops).toSorted((a, b) => a.position - b.position);
  let fromKm = 0;
  return placed.slice(1).map((to, index) => {
    const piece = pieceBetween(placed[index]!, to, legs, fromKm);
    fromKm += piece.km;
    return piece;
  });
}

function pieceBetween(from: PlacedStop, to: PlacedStop, legs: readonly Leg[], fromKm: number): WayPiece {
  const leg = legBetween(legs, from, to);
  if (!leg || leg.line === null) {
    const line: LinePoint[] = [
      [from.lat, from.lng],
      [to.lat, to.lng],
    ];
    const straight = greatCircleKm(from, to);
    return { fromKm, km: straight * ROAD_CIRCUITY, line, kmAt: [0, straight], style: "unknown", joins: [], leg };
  }
  const line = decodeLine(leg.line);
  const style = leg.quality === "simplified" ? "simplified" : "traced";
  return { fromKm, km: leg.km ?? 0, line, kmAt: kmAlongLine(line), style, joins: joinsOf(leg.joins), leg };
}

/** Kilometres of the straight connections of a line; `kmAt` are the results of `kmAlongLine`. */
export const joinedKm = (joins: WayPiece["joins"], kmAt: readonly number[]): number =>
  joins.reduce((sum, [first, last]) => sum + ((kmAt[last] ?? 0) - (kmAt[first] ?? 0)), 0);

/** Largest share of straight connections in a measured length, and in one that is called measured with connections. */
const MOST_JOINED = { traced: 0.02, joined: 0.05 } as const;

/** How the length of a way was found: `traced` and `joined` are measured. SQL: `private.measure_regions`. */
export function basisOfWay(way: readonly WayPiece[]): "traced" | "joined" | "estimated" {
  const km = way.reduce((sum, piece) => sum + piece.km, 0);
  if (km === 0 || way.some(({ style }) => style === "unknown")) return "estimated";
  const share = way.reduce((sum, { joins, kmAt }) => sum + joinedKm(joins, kmAt), 0) / km;
  return share <= MOST_JOINED.traced ? "traced" : share <= MOST_JOINED.joined ? "joined" : "estimated";
}

/** Lengths that differ by more are those of two different ways. */
const MOST_SCALED = 0.1;

/** The way with the length that the route shows, so that the mark of the last stop is the same number. */
export function withLength(way: readonly WayPiece[], routeKm: number | null): WayPiece[] {
  const km = way.reduce((sum, piece) => sum + piece.km, 0);
  const factor = routeKm === null || km === 0 ? 1 : routeKm / km;
  if (Math.abs(factor - 1) > MOST_SCALED) return [...way];
  return way.map((piece) => ({ ...piece, fromKm: piece.fromKm * factor, km: piece.km * factor }));
}

/** Whether any piece has a line of a road. */
export const hasLine = (way: readonly WayPiece[]) => way.some(({ style }) => style !== "unknown");

/** The parts of a way in drawing order, split where the style changes or the line is interrupted. */
export function sectionsOf(way: readonly WayPiece[]): Section[] {
  const sections: { style: SectionStyle; line: LinePoint[] }[] = [];
  for (const part of way.flatMap(partsOf)) {
    const last = sections.at(-1);
    const end = last?.line.at(-1);
    const start = part.line[0];
    if (last && end && start && last.style === part.style && isSamePlace(end, start))
      last.line.push(...part.line.slice(1));
    else sections.push({ style: part.style, line: [...part.line] });
  }
  return sections.filter(({ line }) => line.length > 1);
}

const isSamePlace = (a: LinePoint, b: LinePoint) => Math.abs(a[0] - b[0]) < 0.0005 && Math.abs(a[1] - b[1]) < 0.0005;

function partsOf({ line, style, joins }: WayPiece): Section[] {
  const parts: Section[] = [];
  let next = 0;
  for (const [first, last] of joins.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) parts.push({ style, line: line.slice(next, first + 1) });
    parts.push({ style: "unknown", line: line.slice(first, last + 1) });
    next = last;
  }
  parts.push({ style, line: line.slice(next) });
  return parts.filter((part) => part.line.length > 1);
}

/** Kilometres from the start to each stop, whole numbers; null for a stop without a position. */
export function kmAtStopsOfWay(way: readonly WayPiece[], stops: readonly Stop[]): (number | null)[] {
  const isRecording = way.length === 1 && way[0]!.leg === null && way[0]!.style === "traced";
  let index = 0;
  return stops.map((stop) => {
    const [point] = located([stop]);
    if (!point) return null;
    if (isRecording) return Math.round(positionOnWay(way, point)!.kmAlong);
    const before = way[index - 1];
    index += 1;
    return Math.round(before ? before.fromKm + before.km : 0);
  });
}

/**
 * Kilometre mark of a point beside the way and its straight distance from it. Straight pieces are not the road, so a
 * point beside one has no position; null when no piece has a line.
 */
export function positionOnWay(way: readonly WayPiece[], point: GeoPoint): { kmAlong: number; kmBeside: number } | null {
  let nearest: { kmAlong: number; kmBeside: number } | null = null;
  for (const { fromKm, km, line, kmAt, style } of way) {
    if (style === "unknown") continue;
    const position = positionAlongLine(line, point, kmAt);
    if (!position || (nearest && position.kmBeside >= nearest.kmBeside)) continue;
    const length = kmAt.at(-1)!;
    nearest = {
      kmAlong: fromKm + (length > 0 ? (position.kmAlong / length) * km : 0),
      kmBeside: position.kmBeside,
    };
  }
  return nearest;
}

/** Whether a row with a position lies within 15 km of the line. */
export function isBesideWay(way: readonly WayPiece[], row: { lat: number | null; lng: number | null }): boolean {
  const [point] = located([row]);
  const position = point ? positionOnWay(way, point) : null;
  return position !== null && position.kmBeside <= NEARBY_KM;
}

/**
 * Rows with a position within 15 km of the line get their kilometre mark and their straight distance from the line, and
 * come first in the order of travel; the others follow as they were.
 */
export function rowsAlongWay<Row extends Near & { lat: number | null; lng: number | null }>(
  rows: readonly Row[],
  way: readonly WayPiece[],
): (Row & Near)[] {
  const marked = rows.map((row) => {
    const [point] = located([row]);
    const position = point ? positionOnWay(way, point) : null;
    if (!position || position.kmBeside > NEARBY_KM) return row;
    return { ...row, km: position.kmBeside, kmAlong: position.kmAlong };
  });
  return marked.toSorted((a, b) => (a.kmAlong ?? Infinity) - (b.kmAlong ?? Infinity) || 0);
}

/** Tolls, speed cameras and petrol stations in the order of travel, with their kilometre mark on the route. */
export function pointsOnWay(way: readonly WayPiece[], kind: RoadPoint["kind"]): RoadPoint[] {
  return way.flatMap(({ fromKm, km, leg }) =>
    (Array.isArray(leg?.points) ? (leg.points as RoadPoint[]) : [])
      .filter((point) => point.kind === kind)
      .map((point) => ({ ...point, km: fromKm + point.km * (leg?.km ? km / leg.km : 1) }))
      .toSorted((a, b) => a.km - b.km),
  );
}

/** Longest stretch without a known petrol station; null when a part of the way has no data about them. */
export function longestFuelGap(way: readonly WayPiece[]): { fromKm: number; km: number } | null {
  if (way.length === 0 || way.some(({ leg }) => !leg?.has_fuel_data)) return null;
  const last = way.at(-1)!;
  const marks = [0, ...pointsOnWay(way, "fuel").map(({ km }) => km), last.fromKm + last.km];
  const gaps = marks.slice(1).map((km, index) => ({ fromKm: marks[index]!, km: km - marks[index]! }));
  return gaps.reduce((longest, gap) => (gap.km > longest.km ? gap : longest));
}

/** Road numbers in the order of travel, each once. */
export const roadsOnWay = (way: readonly WayPiece[]) => [...new Set(way.flatMap(({ leg }) => leg?.roads ?? []))];

/** Sources of the drawn lines, the ones with most kilometres first. */
export function sourcesOfWay(way: readonly WayPiece[]): string[] {
  const km = new Map<string, number>();
  for (const { leg, style } of way) {
    if (style === "unknown") continue;
    for (const [source, length] of Object.entries((leg?.sources ?? {}) as Record<string, number>))
      km.set(source, (km.get(source) ?? 0) + length);
  }
  return [...km]
    .filter(([source, length]) => source !== "join" && length > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([source]) => source);
}
