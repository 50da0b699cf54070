export type GeoPoint = { lat: number; lng: number };

/** IUGG mean radius. */
const EARTH_RADIUS_KM = 6371.0088;

/**
 * Road length over great-circle length in Brazil: Ballou, Rahardja & Sakai, "Selected country circuity factors
 * for road travel distance estimation", Transportation Research Part A 36 (2002) 843–848 (Brazil: 1.23).
 */
const ROAD_CIRCUITY = 1.23;

/** Pace of an old car on a scenic road; a choice of this guide, not a measurement. */
const CLASSIC_KMH = 55;

/** Great-circle distance (haversine). */
export function greatCircleKm(a: GeoPoint, b: GeoPoint): number {
  const rad = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2;
  const chord = half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lng - a.lng);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Length of a road through the points in order, to 5 km; null when they say nothing about a road. */
export function estimateRoadKm(points: readonly GeoPoint[]): number | null {
  const straight = points.slice(1).reduce((sum, point, index) => sum + greatCircleKm(points[index] as GeoPoint, point), 0);
  if (straight < 1) return null;
  return Math.max(5, roundTo5(straight * ROAD_CIRCUITY));
}

/** Minutes at the wheel of an old car, to 5, without stops. */
export function classicDurationMin(km: number): number {
  return Math.max(5, roundTo5((km / CLASSIC_KMH) * 60));
}

function roundTo5(value: number): number {
  return Math.round(value / 5) * 5;
}

type Stop = { position: number; name: string; kind: string; lat: number | null; lng: number | null; is_approximate: boolean };

/** Stops as the maps take them. */
export function mapWaypointsOf(stops: readonly Stop[]) {
  return stops.map(({ position, name, kind, lat, lng, is_approximate }) => ({ position, name, kind, lat, lng, isApproximate: is_approximate }));
}

/** Routes of an overview map, where only the line matters. */
export function mapRoutesOf<Row extends { id: string; region_waypoints: { position: number; lat: number | null; lng: number | null }[] }>(
  regions: readonly Row[],
  describe: (region: Row) => { name: string; href: string },
) {
  return regions.map((region) => ({
    id: region.id,
    ...describe(region),
    waypoints: region.region_waypoints.map(({ position, lat, lng }) => ({ position, lat, lng, name: "", kind: "town", isApproximate: false })),
  }));
}

const located = (stops: readonly Stop[]) => stops.filter((stop): stop is Stop & GeoPoint => stop.lat !== null && stop.lng !== null);
const pair = ({ lat, lng }: GeoPoint) => `${lat},${lng}`;

/** Google Maps takes at most nine stops between start and end. */
const MAX_VIA = 9;

/** Driving directions through the located stops (https://developers.google.com/maps/documentation/urls); null without two of them. */
export function directionsUrl(stops: readonly Stop[]): string | null {
  const points = located(stops);
  const [start, end] = [points[0], points.at(-1)];
  if (!start || !end || points.length < 2) return null;
  const query = new URLSearchParams({ api: "1", travelmode: "driving", origin: pair(start), destination: pair(end) });
  const via = points.slice(1, -1).slice(0, MAX_VIA);
  if (via.length > 0) query.set("waypoints", via.map(pair).join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

/** Waze leads to one point, the start (https://developers.google.com/waze/deeplinks); null without one. */
export function wazeUrl(stops: readonly Stop[]): string | null {
  const start = located(stops)[0];
  return start ? `https://waze.com/ul?ll=${pair(start)}&navigate=yes` : null;
}

/** Sources worth naming to a reader: "general knowledge" stays a note for editors. */
export function publicSources(sources: readonly string[]): string[] {
  return sources.filter((source) => !/conhecimento (?:geral|próprio)/i.test(source));
}
