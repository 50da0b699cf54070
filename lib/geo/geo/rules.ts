import { distance } from "@turf/distance";
import type { StateAbbr } from "@/lib/geo/states/rules";

/** `simplified`: most of the line is from a coarse source; `unknown`: a straight line, because the way is not known. */
export const SECTION_STYLES = ["traced", "simplified", "unknown"] as const;

export type GeoPoint = { lat: number; lng: number };
/** Precision of a position: exact, approximate, or only the city. */
export type Precision = "exact" | "approximate" | "town";
/** GeoJSON order: longitude first. */
export type Position = readonly [lng: number, lat: number];
export type Ring = readonly Position[];
export type StateGeometry =
  | { type: "Polygon"; coordinates: readonly Ring[] }
  | { type: "MultiPolygon"; coordinates: readonly (readonly Ring[])[] };
export type StateFeature = {
  type: "Feature";
  properties: { abbr: StateAbbr; name: string };
  geometry: StateGeometry;
};
export type StateCollection = { type: "FeatureCollection"; features: readonly StateFeature[] };

/** The states of `shapes.json`, whose type TypeScript infers too widely. */
export const statesIn = (shapes: object): readonly StateFeature[] => (shapes as StateCollection).features;

export type Box = { width: number; height: number; padding?: number };
export type Point = { x: number; y: number };
/** Projects positions to drawing units; `unitsPerKm` is for the scale bar. */
export type Projection = { project: (position: Position) => Point; unitsPerKm: number };

const KM_PER_DEGREE = 111.195;

/** Degrees between which positions are taken. */
export type Area = { south: number; north: number; west: number; east: number };
/** Where the guide, the events and the recordings of its routes are. */
export const BRAZIL_AREA: Area = { south: -34, north: 6, west: -74, east: -28 };
/** Where trips and entries of the log can be: down to Buenos Aires and Mendoza. */
export const TRAVEL_AREA: Area = { south: -36, north: 8, west: -76, east: -28 };

export const isInArea = ({ lat, lng }: GeoPoint, { south, north, west, east }: Area): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east;

type Placed = { lat: number | null; lng: number | null };

/** Those with a position. */
export const located = <T extends Placed>(items: readonly T[]) =>
  items.filter((item): item is T & GeoPoint => item.lat !== null && item.lng !== null);

/** Great-circle distance. */
export function greatCircleKm(a: GeoPoint, b: GeoPoint): number {
  return distance([a.lng, a.lat], [b.lng, b.lat]);
}

/** Compass direction from one point to another in degrees, 0 for north and 90 for east. */
export function compassDegrees(from: GeoPoint, to: GeoPoint): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}

/** Kilometres in a straight line from a point to the nearest stop; null when no stop has a position. */
export function nearestKm(point: GeoPoint, stops: readonly Placed[]): number | null {
  const distances = located(stops).map((stop) => greatCircleKm(point, stop));
  return distances.length > 0 ? min(distances) : null;
}

/** South, north, west and east of the stops, widened by `marginKm`; null when no stop has a position. */
export function boxAround(stops: readonly Placed[], marginKm: number) {
  const points = located(stops);
  if (points.length === 0) return null;
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  const degrees = marginKm / KM_PER_DEGREE;
  // A degree of longitude gets shorter towards the poles; cos(34°) > 0.8 covers the whole country.
  const wide = degrees / 0.8;
  return { south: min(lats) - degrees, north: max(lats) + degrees, west: min(lngs) - wide, east: max(lngs) + wide };
}

/**
 * Kilometres from a point to the straight line between two others, on a flat projection that is correct near `origin`:
 * turf measures on the sphere, which is too slow for each of the thousands of segments of a track or a coastline.
 */
export function kmToSegment(point: GeoPoint, start: GeoPoint, end: GeoPoint, origin = point): number {
  const squeeze = Math.cos((origin.lat * Math.PI) / 180);
  const flat = ({ lat, lng }: GeoPoint): Point => ({
    x: (lng - point.lng) * squeeze * KM_PER_DEGREE,
    y: (lat - point.lat) * KM_PER_DEGREE,
  });
  return originToSegment(flat(start), flat(end));
}

/**
 * Douglas-Peucker: drops what lies within `tolerance` of the simplified line. Not turf's function: it measures between
 * two coordinates only, but the line of an elevation profile is simplified too, and drops the other facts of a point.
 */
export function simplifyLine<T>(
  points: readonly T[],
  tolerance: number,
  beside: (point: T, start: T, end: T) => number,
): T[] {
  const keep = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [farthest, most] = [0, tolerance];
    for (let index = from + 1; index < to; index++) {
      const distance = beside(points[index]!, points[from]!, points[to]!);
      if (distance > most) [farthest, most] = [index, distance];
    }
    if (farthest === 0) continue;
    keep.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, index) => keep.has(index));
}

/** The polygons of a state, for both geometry types. */
export function polygonsOf(geometry: StateGeometry): readonly (readonly Ring[])[] {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** Fits positions into a box, north up, with one scale for both axes (equirectangular projection at the middle latitude). */
export function projectToBox(positions: readonly Position[], box: Box): Projection {
  const lngs = positions.map(([lng]) => lng);
  const lats = positions.map(([, lat]) => lat);
  const west = min(lngs);
  const east = max(lngs);
  const south = min(lats);
  const north = max(lats);
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const padding = box.padding ?? 0;
  // A single stop has zero extent; a minimum of 0.01 degrees keeps the scale finite.
  const spanX = Math.max((east - west) * squeeze, 0.01);
  const spanY = Math.max(north - south, 0.01);
  const scale = Math.min((box.width - 2 * padding) / spanX, (box.height - 2 * padding) / spanY);
  const middle = { lng: (west + east) / 2, lat: (south + north) / 2 };
  return {
    project: ([lng, lat]) => ({
      x: box.width / 2 + (lng - middle.lng) * squeeze * scale,
      y: box.height / 2 - (lat - middle.lat) * scale,
    }),
    unitsPerKm: scale / KM_PER_DEGREE,
  };
}

/** The state that contains the point; null in the sea and abroad. */
export function stateOfPoint(lat: number, lng: number, features: readonly StateFeature[]): StateAbbr | null {
  const inside = features.find(({ geometry }) =>
    polygonsOf(geometry).some((polygon) => isInPolygon([lng, lat], polygon)),
  );
  return inside?.properties.abbr ?? null;
}

/** The state containing the point, else the one whose border is closest within `limitKm`, else null. */
export function nearestState(
  lat: number,
  lng: number,
  features: readonly StateFeature[],
  limitKm = 50,
): StateAbbr | null {
  const inside = stateOfPoint(lat, lng, features);
  if (inside) return inside;
  let best: { abbr: StateAbbr | null; km: number } = { abbr: null, km: limitKm };
  for (const { geometry, properties } of features) {
    const km = kmToBorder([lng, lat], geometry);
    if (km <= best.km) best = { abbr: properties.abbr, km };
  }
  return best.abbr;
}

/** Kilometres from a point to a state; 0 inside of it. */
export function kmToState(point: GeoPoint, abbr: StateAbbr, features: readonly StateFeature[]): number {
  const found = features.find(({ properties }) => properties.abbr === abbr);
  if (!found) return Infinity;
  return stateOfPoint(point.lat, point.lng, [found]) ? 0 : kmToBorder([point.lng, point.lat], found.geometry);
}

/** A round number of kilometres (1, 2 or 5 × 10ⁿ) no longer than `maxKm`, for a scale bar. */
export function niceKm(maxKm: number): number {
  const power = 10 ** Math.floor(Math.log10(maxKm));
  const factor = [5, 2, 1].find((candidate) => candidate * power <= maxKm) ?? 1;
  return factor * power;
}

const MAPS_RETRIES = 3;

/** Milliseconds to wait before retry `attempt` (1, 2, 3) of loading Google Maps; null when there are no more retries. */
export function mapsRetryWaitMs(attempt: number): number | null {
  return attempt <= MAPS_RETRIES ? attempt * 2 ** attempt : null;
}

const MAPS_FAILURES = {
  ApiNotActivatedMapError: "maps.notActivated",
  InvalidKeyMapError: "maps.invalidKey",
  BillingNotEnabledMapError: "maps.billing",
  REQUEST_DENIED: "maps.denied",
} as const;
export type MapsFailureCode = (typeof MAPS_FAILURES)[keyof typeof MAPS_FAILURES] | "maps.other";

/** Notice for an error message of Google Maps. */
export function mapsFailureCode(message: string): MapsFailureCode {
  const found = Object.entries(MAPS_FAILURES).find(([word]) => message.includes(word));
  return found?.[1] ?? "maps.other";
}

/** Not turf's function: the pages that measure a distance load this module too, and turf's adds 1.9 kB to it. */
function isInPolygon(point: Position, [outer, ...holes]: readonly Ring[]): boolean {
  return outer !== undefined && isInRing(point, outer) && !holes.some((hole) => isInRing(point, hole));
}

function isInRing([lng, lat]: Position, ring: Ring): boolean {
  let inside = false;
  for (const [[aLng, aLat], [bLng, bLat]] of segmentsOf(ring)) {
    const crosses = aLat > lat !== bLat > lat && lng < ((bLng - aLng) * (lat - aLat)) / (bLat - aLat) + aLng;
    if (crosses) inside = !inside;
  }
  return inside;
}

function kmToBorder([lng, lat]: Position, geometry: StateGeometry): number {
  const pointOf = ([x, y]: Position): GeoPoint => ({ lat: y, lng: x });
  const rings = polygonsOf(geometry).flat();
  return min(
    rings.flatMap((ring) => segmentsOf(ring).map(([a, b]) => kmToSegment({ lat, lng }, pointOf(a), pointOf(b)))),
  );
}

function originToSegment(a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length));
  return Math.hypot(a.x + along * dx, a.y + along * dy);
}

function segmentsOf(ring: Ring): [Position, Position][] {
  return ring.slice(1).map((end, index) => [ring[index] as Position, end]);
}

// Math.min(...values) overflows the call stack with long coastlines.
function min(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function max(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
