import { greatCircleKm, located, nearestKm, type GeoPoint } from "../../geo/geo/rules";

/**
 * Road length over great-circle length in Brazil: Ballou, Rahardja & Sakai, "Selected country circuity factors
 * for road travel distance estimation", Transportation Research Part A 36 (2002) 843–848 (Brazil: 1.23).
 */
export const ROAD_CIRCUITY = 1.23;

/** Above this ratio a given length does not match the road between the stops. */
const MAX_CIRCUITY = 4;

/** Estimated road length through the points, rounded to 5 km; null when they are less than 1 km apart. */
export function estimateRoadKm(points: readonly GeoPoint[]): number | null {
  const straight = points
    .slice(1)
    .reduce((sum, point, index) => sum + greatCircleKm(points[index] as GeoPoint, point), 0);
  if (straight < 1) return null;
  return Math.max(5, roundTo5(straight * ROAD_CIRCUITY));
}

export function roundTo5(value: number): number {
  return Math.round(value / 5) * 5;
}

type Stop = {
  position: number;
  name: string;
  kind: string;
  lat: number | null;
  lng: number | null;
  is_approximate: boolean;
};

/** Converts stops to map waypoints. */
export function mapWaypointsOf(stops: readonly Stop[]) {
  return stops.map(({ position, name, kind, lat, lng, is_approximate }) => ({
    position,
    name,
    kind,
    lat,
    lng,
    isApproximate: is_approximate,
  }));
}

/** Whether a path segment has the format of a slug; other segments need no database query. */
export function isSlug(segment: string): boolean {
  return /^[a-z0-9-]{1,100}$/.test(segment);
}

export const REGIONS_PER_PAGE = 200;

/** Maximum distance from a stop to a place that is shown with the route. */
export const NEARBY_KM = 15;

/** Path of a list page without locale prefix; the first page has no page number. */
export function listPath(uf: string, page: number): string {
  return page === 1 ? `/${uf}/regioes` : `/${uf}/regioes/pagina/${page}`;
}

const pair = ({ lat, lng }: GeoPoint) => `${lat},${lng}`;

/**
 * Estimated kilometres from the first located stop to each stop, null for stops without a position. When the total
 * length is known and plausible, it is distributed in proportion to the straight-line distances.
 */
export function kmAtStops(
  stops: readonly { lat: number | null; lng: number | null }[],
  totalKm: number | null,
): (number | null)[] {
  let last: GeoPoint | null = null;
  let straight = 0;
  const along = stops.map((stop) => {
    const [here] = located([stop]);
    if (!here) return null;
    if (last) straight += greatCircleKm(last, here);
    last = here;
    return straight;
  });
  const stretch = straight > 0 && totalKm !== null ? totalKm / straight : ROAD_CIRCUITY;
  const factor = stretch >= 1 && stretch <= MAX_CIRCUITY ? stretch : ROAD_CIRCUITY;
  return along.map((km) => (km === null ? null : Math.round(km * factor)));
}

type Placed = { lat: number | null; lng: number | null };
type TownStop = Placed & { city_ibge: number | null };

/** A municipality at a stop of the route, or beside one, with the distance of its seat from the nearest stop. */
export type NearMunicipality = { ibge_code: number; state_abbr: string; isOfStop: boolean; km: number | null };

/** The municipalities of the stops and those with their seat within 15 km of a stop. */
export function municipalitiesNear(
  stops: readonly TownStop[],
  seats: readonly (GeoPoint & { ibge_code: number; state_abbr: string })[],
): NearMunicipality[] {
  return seats
    .map((seat) => ({
      ibge_code: seat.ibge_code,
      state_abbr: seat.state_abbr,
      isOfStop: stops.some(({ city_ibge }) => city_ibge === seat.ibge_code),
      km: nearestKm(seat, stops),
    }))
    .filter(({ isOfStop, km }) => isOfStop || (km !== null && km <= NEARBY_KM));
}

/** Some municipalities of the north are as large as states: a place farther away is not of the route. */
const MAX_TOWN_KM = 50;

/** What the distance of a row was measured from: its own position, or the seat of its municipality. */
type NearBasis = "position" | "town" | "neighbour";
/** `kmAlong`: kilometres from the start of the route's line; with it, `km` is the distance from the line. */
export type Near = { km: number | null; basis: NearBasis; kmAlong?: number };

/**
 * Rows of a route, nearest first: those for which `belongs` is true, those within 15 km of a stop, those up to 50 km
 * away in the municipality of a stop, and those without a position in such a municipality or in a neighbour of a stop.
 */
export function rowsNearRoute<Row extends TownStop>(
  rows: readonly Row[],
  stops: readonly Placed[],
  municipalities: readonly NearMunicipality[],
  belongs: (row: Row) => boolean = () => false,
): (Row & Near)[] {
  const byCode = new Map(municipalities.map((municipality) => [municipality.ibge_code, municipality]));
  return rows
    .flatMap((row) => {
      const town = row.city_ibge === null ? undefined : byCode.get(row.city_ibge);
      const near = nearnessOf(located([row])[0], stops, town);
      if (near) return [{ ...row, ...near }];
      return belongs(row) ? [{ ...row, km: kmOf(row, stops), basis: "position" as const }] : [];
    })
    .toSorted((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity));
}

const kmOf = (row: Placed, stops: readonly Placed[]) =>
  located([row]).map((point) => nearestKm(point, stops))[0] ?? null;

function nearnessOf(point: GeoPoint | undefined, stops: readonly Placed[], town?: NearMunicipality): Near | null {
  if (!point) return town ? { km: town.km, basis: town.isOfStop ? "town" : "neighbour" } : null;
  const km = nearestKm(point, stops);
  const limitKm = town?.isOfStop ? MAX_TOWN_KM : NEARBY_KM;
  return km !== null && km <= limitKm ? { km, basis: "position" } : null;
}

type Profile = readonly (readonly [km: number, metres: number])[];

/** Points of an imported elevation profile in road order; empty when there are fewer than two. */
export function elevationPoints(profile: unknown): Profile {
  if (!Array.isArray(profile)) return [];
  const points = profile.filter(
    (point): point is [number, number] => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite),
  );
  return points.length < 2 ? [] : points.toSorted((a, b) => a[0] - b[0]);
}

/** A slope over a shorter part is not reliable with altitudes from GPS or from tiles. */
const GRADE_KM = 0.5;

/** The steepest part of a profile of at least 500 m, rounded to whole percent; null when there is none. */
export function steepestGrade(points: Profile): { percent: number; fromKm: number; toKm: number } | null {
  let steepest: { percent: number; fromKm: number; toKm: number } | null = null;
  let end = 0;
  for (const [fromKm, fromMetres] of points) {
    while (end < points.length && points[end]![0] - fromKm < GRADE_KM) end++;
    if (end === points.length) break;
    const [toKm, metres] = points[end]!;
    const percent = Math.round(Math.abs(metres - fromMetres) / ((toKm - fromKm) * 10));
    if (!steepest || percent > steepest.percent) steepest = { percent, fromKm, toKm };
  }
  return steepest;
}

/** Plazas of the federal list come before those that only the map has, which include the state roads. */
export const isFederalToll = ({ source }: { source: string }): boolean => source === "ANTT";

/** Sum in cents of the known prices of the plazas, and the number of plazas without one. */
export function tollSum(prices: readonly (number | null)[]): { cents: number; unpriced: number } {
  const known = prices.filter((cents) => cents !== null);
  return { cents: known.reduce((sum, cents) => sum + cents, 0), unpriced: prices.length - known.length };
}

/** Consumption of the car that the page of a route calculates with. */
export const CLASSIC_KM_PER_LITRE = 9;

/** Litres of petrol for a route, whole numbers. */
export const classicLitres = (km: number): number => Math.max(1, Math.round(km / CLASSIC_KM_PER_LITRE));

/** Google Maps takes at most nine stops between start and end. */
export const MAX_VIA = 9;

/**
 * Google Maps directions through the located stops (https://developers.google.com/maps/documentation/urls); null with
 * fewer than two.
 */
export function directionsUrl(stops: readonly Pick<Stop, "lat" | "lng">[]): string | null {
  const points = located(stops);
  const [start, end] = [points[0], points.at(-1)];
  if (!start || !end || points.length < 2) return null;
  const query = new URLSearchParams({ api: "1", travelmode: "driving", origin: pair(start), destination: pair(end) });
  const via = points.slice(1, -1).slice(0, MAX_VIA);
  if (via.length > 0) query.set("waypoints", via.map(pair).join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

/**
 * Waze link to the first located stop (https://developers.google.com/waze/deeplinks), because Waze supports one
 * destination only; null without one.
 */
export function wazeUrl(stops: readonly Pick<Stop, "lat" | "lng">[]): string | null {
  const start = located(stops)[0];
  return start ? `https://waze.com/ul?ll=${pair(start)}&navigate=yes` : null;
}

/** Sources shown to readers; "general knowledge" is only a note for editors. */
export function publicSources(sources: readonly string[]): string[] {
  return sources.filter((source) => !/conhecimento (?:geral|próprio)/i.test(source));
}
