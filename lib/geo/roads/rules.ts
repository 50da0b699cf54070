import type { LinePoint } from "../geo/lines";
import type { RoadSource } from "../../platform/settings/rules";

/** What a driver may ask to avoid. `main` means trunk and primary roads. */
export const AVOIDABLE = ["unpaved", "motorway", "toll", "ferry", "main"] as const;
export type Avoidable = (typeof AVOIDABLE)[number];

/** Classes of the network files, in the order of their codes. */
export const ROAD_CLASSES = [
  "unknown",
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "minor",
  "track",
  "ferry",
  "join",
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

export const SURFACES = ["paved", "unpaved"] as const;
export type Surface = (typeof SURFACES)[number];

/** A point farther from every road gets a section `off-network`; nearer ones get a `join`. */
export const OFF_NETWORK_KM = 5;

export const SECTION_KINDS = ["road", "join", "ferry", "off-network"] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** Highest speeds of drivers, in km/h, for which the minutes of a section are calculated too. */
export const SLOWER_KMH = [60, 40] as const;

/** A part of a route on one road. `join` and `off-network` are straight lines where the network has no road. */
export type Section = {
  kind: SectionKind;
  /** Encoded polyline, precision 5. */
  line: string;
  roadClass: RoadClass;
  ref: string | null;
  km: number;
  source: string | null;
  /** Minutes at the pace of an old car, and of one that is driven at most at `SLOWER_KMH`. */
  minutes: number;
  slower: [at60: number, at40: number];
  /** Absent where it is not known. */
  surface?: Surface;
  /** Name of the street or road; absent where it has none. */
  name?: string;
};

/** The way from one point to the next; its sections are `sections[firstSection]` up to before `sections[endSection]`. */
export type Leg = {
  from: number;
  to: number;
  km: number;
  /** Kilometres of straight lines (`join` and `off-network`). */
  estimatedKm: number;
  minutes: number;
  firstSection: number;
  endSection: number;
  /** The way is not known: one straight section, its kilometres are an estimate. */
  isUnknown?: true;
};

/** What the route contains although it was to be avoided: toll plazas of the embedded engine are counted. */
export type Unavoidable = { kind: Avoidable; km: number } | { kind: "toll"; plazas: number };

export type TollPlaza = { name: string; lat: number; lng: number };

export type RoadRoute = {
  sections: Section[];
  legs: Leg[];
  km: number;
  estimatedKm: number;
  minutes: number;
  tolls: TollPlaza[];
  unavoidable: Unavoidable[];
  /** Preferences that the engine has no data for. */
  unsupported: Avoidable[];
  credits: string[];
  /** Switched-off sources of the states that the route passes. */
  missing?: RoadSource[];
  /** Altitudes of the ground where the network has them. */
  ground?: Ground;
};

/** Kilometre of the route, metres above sea level and kilometre of the part, in parts with known altitudes. */
export type Ground = [km: number, metres: number, kmOfPart: number][][];

export type NearestRoad = {
  lat: number;
  lng: number;
  /** Distance from the point to the road. */
  km: number;
  roadClass: RoadClass;
  ref: string | null;
};

const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;

export const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Great-circle distance. Not the function of lib/geo/geo: this one runs for each of the 500,000 vertices of the network. */
export function kmBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const lat = Math.sin(((latB - latA) * RADIANS) / 2);
  const lng = Math.sin(((lngB - lngA) * RADIANS) / 2);
  const chord = lat * lat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * lng * lng;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export function lengthKm(points: readonly LinePoint[]): number {
  let km = 0;
  for (let index = 1; index < points.length; index++) km += kmBetween(...points[index - 1]!, ...points[index]!);
  return km;
}

/** Longest route in straight lines between its points; the border of Brazil has 23,000 km. */
export const MAX_ROUTE_KM = 15_000;
const SHORT_ROUTE = { points: 5, km: 2000 };

/** Cost of a route in points, one for each leg and each 100 km, and whether it counts as a short job. */
export function routeCost(points: readonly LinePoint[]): { cost: number; isShort: boolean } {
  const km = lengthKm(points);
  return {
    cost: points.length - 1 + Math.ceil(km / 100),
    isShort: points.length <= SHORT_ROUTE.points && km <= SHORT_ROUTE.km,
  };
}

/** Encodes a line as a polyline string with five decimals. */
export function encodeLine(points: readonly LinePoint[]): string {
  let text = "";
  const last = [0, 0];
  for (const point of points)
    for (const axis of [0, 1] as const) {
      const value = Math.round(point[axis] * 1e5);
      const delta = value - last[axis]!;
      last[axis] = value;
      let rest = delta < 0 ? ~(delta << 1) : delta << 1;
      for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
      text += String.fromCharCode(rest + 63);
    }
  return text;
}

/** From this speed on, the driver keeps the speed that the road allows an old car. */
export const FULL_KMH = 80;

/** A section of a route; those stored before the minutes of sections were known have none. */
type TimedSection = { km: number } & { [Key in "minutes" | "slower"]?: Section[Key] | undefined };

/**
 * Minutes of a section for a driver who keeps at most `cruiseKmh`: between the speeds whose minutes are known, in
 * proportion to the time for a kilometre. Routes that were stored without them have the minutes of their leg only.
 */
export function sectionMinutes({ km, minutes, slower }: TimedSection, cruiseKmh: number): number {
  if (minutes === undefined || slower === undefined) return 0;
  const known = [[FULL_KMH, minutes], ...SLOWER_KMH.map((kmh, at) => [kmh, slower[at]!])] as [number, number][];
  const next = known.findIndex(([kmh]) => kmh <= cruiseKmh);
  if (next === 0) return minutes;
  const [fastKmh, fast] = known.at(next === -1 ? -1 : next - 1)!;
  if (next === -1) return Math.max(fast, (km / cruiseKmh) * 60);
  const [slowKmh, slow] = known[next]!;
  return fast + ((1 / cruiseKmh - 1 / fastKmh) / (1 / slowKmh - 1 / fastKmh)) * (slow - fast);
}

/** Whether kilometres count as earth: tracks whose surface is not known do. */
export const isUnpaved = (roadClass: RoadClass, surface?: Surface) =>
  surface === "unpaved" || (roadClass === "track" && surface === undefined);

/** The kinds as which kilometres of a class and surface count. */
export function avoidablesOf(roadClass: RoadClass, surface?: Surface): Exclude<Avoidable, "toll">[] {
  const kinds: Exclude<Avoidable, "toll">[] = isUnpaved(roadClass, surface) ? ["unpaved"] : [];
  if (roadClass === "motorway" || roadClass === "ferry") kinds.push(roadClass);
  if (roadClass === "trunk" || roadClass === "primary") kinds.push("main");
  return kinds;
}
