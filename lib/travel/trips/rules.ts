import { decodeLine, kmAlongLine, type LinePoint } from "../../geo/geo/lines";
import { greatCircleKm, kmToSegment, simplifyLine, type GeoPoint } from "../../geo/geo/rules";
import { encodeLine, FULL_KMH, isUnpaved, sectionMinutes } from "../../geo/roads/rules";
import type { StoredRoute, TripPlan } from "./schema";

export type TollClass = TripPlan["car"]["tollClass"];

/** Class of `toll_prices`, which counts axles. */
export const PRICE_CLASS: Readonly<Record<TollClass, string>> = {
  car: "car",
  motorcycle: "motorcycle",
  car_trailer1: "car_trailer_3",
  car_trailer2: "car_trailer_4",
};

/** Shortest and longest round trip, in kilometres there and back, for which destinations are searched. */
export const OUTING_KM = { min: 20, max: 1000 } as const;
/** Average pace with stops that turns hours into kilometres before a road is known. */
export const OUTING_KMH = 60;

export const EMPTY_PLAN: TripPlan = {
  title: "",
  stops: [],
  avoid: [],
  leaveOn: null,
  leaveAt: "08:00",
  maxKmPerDay: null,
  maxHoursPerDay: null,
  car: {
    name: "",
    cruiseKmh: 80,
    tankLitres: null,
    kmPerLitre: null,
    fuelPriceCents: null,
    tollClass: "car",
  },
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What a road route depends on; null below two stops. Plans with the same key have the same route. */
export function routeKeyOf({ stops, avoid }: TripPlan, preferences: readonly string[] = avoid): string | null {
  if (stops.length < 2) return null;
  const points = stops.map(({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`).join(";");
  return `points=${points}&avoid=${[...preferences].sort().join(",")}`;
}

/** Minutes of a leg: at the pace of an old car, longer where the driver keeps a lower speed. */
export function legMinutes({ legs, sections }: StoredRoute, index: number, cruiseKmh: number): number {
  const leg = legs[index]!;
  const own = sections.slice(leg.firstSection, leg.endSection);
  const added = own.map((section) => sectionMinutes(section, cruiseKmh) - sectionMinutes(section, FULL_KMH));
  return leg.minutes + sum(added);
}

/** Kilometres of the legs whose way is known, and the estimate of the others. */
export function routedKm({ legs }: StoredRoute): { routed: number; unrouted: number } {
  const unrouted = sum(legs.map(({ km, isUnknown }) => (isUnknown ? km : 0)));
  return { routed: sum(legs.map(({ km }) => km)) - unrouted, unrouted };
}

/** Whether the legs of a route are those between the stops of a plan. */
export const fits = (plan: TripPlan, route: StoredRoute) => route.legs.length === plan.stops.length - 1;

/** The limit of a day that a day passes; null for none. */
export function limitOf(
  { maxKmPerDay, maxHoursPerDay }: TripPlan,
  { km, minutes }: { km: number; minutes: number },
): "km" | "hours" | null {
  if (maxKmPerDay !== null && km > maxKmPerDay) return "km";
  return maxHoursPerDay !== null && minutes > maxHoursPerDay * 60 ? "hours" : null;
}

/**
 * The plan with one night before each day would pass its limit: at the last stop with a known bed, or without one at the
 * last stop; nights that the driver chose stay. A single leg above the limit cannot be divided, because there is no
 * stop on it.
 */
export function withNights(
  plan: TripPlan,
  route: StoredRoute,
  hasBed: (stop: TripPlan["stops"][number]) => boolean = () => true,
): TripPlan {
  if (!fits(plan, route) || (plan.maxKmPerDay === null && plan.maxHoursPerDay === null)) return plan;
  const stops = plan.stops.map((stop) => ({ ...stop }));
  let [km, minutes, last, bed] = [0, 0, 0, 0];
  for (let index = 1; index < stops.length; index++) {
    const leg = { km: route.legs[index - 1]!.km, minutes: legMinutes(route, index - 1, plan.car.cruiseKmh) };
    const day = { km: km + leg.km, minutes: minutes + leg.minutes };
    if (limitOf(plan, day) !== null && last > 0) {
      last = bed || last;
      stops[last]!.nights = Math.max(1, stops[last]!.nights);
      // The legs since that stop belong to the new day.
      [km, minutes] = [0, 0];
      index = last;
      [last, bed] = [0, 0];
      continue;
    }
    [km, minutes] = stops[index]!.nights > 0 ? [0, 0] : [day.km, day.minutes];
    last = stops[index]!.nights > 0 ? 0 : stops[index]!.kind === "stop" && index < stops.length - 1 ? index : last;
    if (last === 0) bed = 0;
    else if (last === index && hasBed(stops[index]!)) bed = index;
  }
  return { ...plan, stops };
}

/** At most `most` of the points, the first and the last always among them. */
export function spreadOver<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, index) => points[Math.round((index * (points.length - 1)) / (most - 1))]!);
}

/** Litres and cost of the trip and the range of a full tank; null where the driver gave no figure. */
export function fuelOf({ sections }: StoredRoute, { tankLitres, kmPerLitre, fuelPriceCents }: TripPlan["car"]) {
  const driven = sum(sections.filter(({ kind }) => kind !== "ferry").map(({ km }) => km));
  const litres = kmPerLitre === null ? null : driven / kmPerLitre;
  return {
    litres,
    costCents: litres === null || fuelPriceCents === null ? null : Math.round(litres * fuelPriceCents),
    rangeKm: kmPerLitre === null || tankLitres === null ? null : tankLitres * kmPerLitre,
  };
}

/** Kilometres by surface: of the data where they have it, otherwise tracks are earth, motorways and trunk roads paved. */
export function surfaceOf({ sections }: StoredRoute): { unpaved: number; paved: number; unknown: number } {
  const result = { unpaved: 0, paved: 0, unknown: 0 };
  for (const { km, roadClass, surface } of sections) {
    if (roadClass === "ferry") continue;
    if (isUnpaved(roadClass, surface)) result.unpaved += km;
    else if (surface === "paved" || roadClass === "motorway" || roadClass === "trunk") result.paved += km;
    else result.unknown += km;
  }
  return result;
}

export type Span = { fromKm: number; toKm: number };

/**
 * The longest stretch without a mark inside the spans with data; null without any span. The ends of a span count as
 * marks, because nothing is known beyond them.
 */
export function longestGap(marks: readonly number[], spans: readonly Span[]): Span | null {
  let longest: Span | null = null;
  for (const { fromKm, toKm } of spans) {
    const inside = marks.filter((km) => km > fromKm && km < toKm).toSorted((a, b) => a - b);
    const points = [fromKm, ...inside, toKm];
    for (let index = 1; index < points.length; index++) {
      const gap = { fromKm: points[index - 1]!, toKm: points[index]! };
      if (!longest || gap.toKm - gap.fromKm > longest.toKm - longest.fromKm) longest = gap;
    }
  }
  return longest;
}

/** The points of some sections as one line. */
export const pointsOfSections = (sections: StoredRoute["sections"]): LinePoint[] =>
  sections.flatMap(({ line }) => decodeLine(line));

/** The point halfway along a leg, where its line is bent; null for a leg without a line. */
export function middleOfLeg({ legs, sections }: StoredRoute, index: number): GeoPoint | null {
  const { firstSection, endSection } = legs[index]!;
  const line = pointsOfSections(sections.slice(firstSection, endSection));
  const kmAt = kmAlongLine(line);
  const half = (kmAt.at(-1) ?? 0) / 2;
  const found = line[kmAt.findIndex((km) => km >= half)];
  return found ? { lat: found[0], lng: found[1] } : null;
}

const METRES = 150;
const MAX_LINE_POINTS = 4000;

/** The line of a route as an encoded polyline that is simple enough to send: its length stays within one percent. */
export function thinLine({ sections }: StoredRoute): string {
  const point = ([lat, lng]: LinePoint): GeoPoint => ({ lat, lng });
  const line = pointsOfSections(sections);
  let thin = line;
  for (let km = METRES / 1000; thin === line || thin.length > MAX_LINE_POINTS; km *= 2)
    thin = simplifyLine(line, km, (one, start, end) => kmToSegment(point(one), point(start), point(end)));
  return encodeLine(thin);
}

/** Index at which a new stop adds the fewest straight-line kilometres; the start and the end stay. */
export function bestPosition(stops: readonly GeoPoint[], point: GeoPoint): number {
  if (stops.length < 2) return stops.length;
  const detours = stops.slice(1).map((to, index) => {
    const from = stops[index]!;
    return greatCircleKm(from, point) + greatCircleKm(point, to) - greatCircleKm(from, to);
  });
  return detours.indexOf(Math.min(...detours)) + 1;
}

/** The sections of a route for a map: straight lines over missing roads are drawn as unknown. */
export const decodedSections = ({ sections }: StoredRoute): { style: "traced" | "unknown"; line: LinePoint[] }[] =>
  sections.map(({ kind, line }) => ({
    style: kind === "road" || kind === "ferry" ? "traced" : "unknown",
    line: decodeLine(line),
  }));
