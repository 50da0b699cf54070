import { greatCircleKm, located, type GeoPoint } from "../../geo/geo/rules";
import { isContactOf } from "../../geo/states/rules";
import { isFederalToll } from "./rules";
import { longestFuelGap, pointsOnWay, type RoadPoint, type WayPiece } from "./way";

/** Surface of a route: `unpavedKm` is null when the length of the unpaved part is not known. */
type Ground = { kind: "paved" | "mixed" | "unpaved" | "unknown"; unpavedKm: number | null };

/** What is known about earth and gravel on a route. */
export function groundOf(region: {
  surface: string | null;
  paved_pct: number | null;
  distance_km: number | null;
}): Ground {
  const { surface, paved_pct, distance_km } = region;
  if (surface === "unpaved" || paved_pct === 0) return { kind: "unpaved", unpavedKm: distance_km };
  if (paved_pct !== null && paved_pct < 100) {
    const unpavedKm = distance_km === null ? null : Math.max(1, Math.round(distance_km * (1 - paved_pct / 100)));
    return { kind: "mixed", unpavedKm };
  }
  if (surface === "mixed") return { kind: "mixed", unpavedKm: null };
  return { kind: surface === "paved" || paved_pct === 100 ? "paved" : "unknown", unpavedKm: null };
}

/** A shorter route is over before the sun has moved. */
const MIN_DIRECTION_KM = 20;

/** Share of the straight line in the way from stop to stop from which a route leads in one direction. */
const MIN_STRAIGHTNESS = 0.7;

/** Degrees from due east or west up to which a low sun shines through the windscreen. */
const MAX_SUN_ANGLE = 35;

/**
 * Whether a route leads east or west, so that the low sun is ahead in the morning or in the afternoon; null when it
 * leads elsewhere, in a loop or not far.
 */
export function sunDirection(stops: readonly { lat: number | null; lng: number | null }[]): "east" | "west" | null {
  const points = located(stops);
  const [start, end] = [points[0], points.at(-1)];
  if (!start || !end) return null;
  const straight = greatCircleKm(start, end);
  const length = points.slice(1).reduce((sum, point, index) => sum + greatCircleKm(points[index]!, point), 0);
  if (straight < MIN_DIRECTION_KM || straight < length * MIN_STRAIGHTNESS) return null;
  const degrees = degreesFromEast(start, end);
  if (degrees <= MAX_SUN_ANGLE) return "east";
  return degrees >= 180 - MAX_SUN_ANGLE ? "west" : null;
}

/** Angle between the way from `start` to `end` and due east, 0 to 180. */
function degreesFromEast(start: GeoPoint, end: GeoPoint): number {
  const east = (end.lng - start.lng) * Math.cos((start.lat * Math.PI) / 180);
  return (Math.abs(Math.atan2(end.lat - start.lat, east)) * 180) / Math.PI;
}

/** The plazas of the two directions, and those of two sources, are at most this far from each other. */
const SAME_PLAZA_KM = 1.5;

/** Two gantries of a plaza with one name, each for a direction, are at most this far from each other. */
const OTHER_DIRECTION_KM = 10;

/** Name of a plaza without the direction of its kilometres: "Marialva - P06 Decrescente". */
const withoutDirection = ({ name }: RoadPoint) => name.replace(/ (?:de)?crescente$/i, "");

function isSamePlaza(known: RoadPoint, toll: RoadPoint): boolean {
  const km = Math.abs(known.km - toll.km);
  if (km <= SAME_PLAZA_KM) return true;
  return km <= OTHER_DIRECTION_KM && isFederalToll(toll) && known.name !== "" && known.name === withoutDirection(toll);
}

/** Tolls on the lines of a way, and whether every piece has a line; null without any line. */
function tollsOnWay(way: readonly WayPiece[]) {
  const pieces = way.filter(({ style, leg }) => style !== "unknown" && leg !== null);
  if (pieces.length === 0) return null;
  const all = pointsOnWay(way, "toll");
  const plazas: RoadPoint[] = [];
  for (const toll of [...all.filter(isFederalToll), ...all.filter((one) => !isFederalToll(one))])
    if (!plazas.some((known) => isSamePlaza(known, toll))) plazas.push({ ...toll, name: withoutDirection(toll) });
  return { tolls: plazas.toSorted((a, b) => a.km - b.km), isComplete: pieces.length === way.length };
}

/** Whether a warning of the route is about a toll, for plazas that no list has, such as those of state roads. */
const isAboutToll = (warning: string) => /pedágio|free flow/i.test(warning);

/** A row of `emergency_contacts`. */
export type Contact = { id: string; kind: string; name: string; phone: string; translations: unknown };

/** The phones of the companies that operate the tolls, from the phones of the state. */
function operatorPhones(tolls: readonly RoadPoint[], contacts: readonly Contact[]): Contact[] {
  return contacts.filter(
    ({ kind, name }) =>
      kind === "road_operator" && tolls.some(({ operator }) => operator && isContactOf(name, operator)),
  );
}

type Route = Parameters<typeof groundOf>[0] & {
  region_waypoints: Parameters<typeof sunDirection>[0];
  /** In Portuguese. */
  warnings: readonly string[];
};

/** What a driver needs before leaving, from the route and its lines; null where there is no data. */
export function driverFacts(route: Route, way: readonly WayPiece[], contacts: readonly Contact[]) {
  const tolls = tollsOnWay(way);
  return {
    fuelGap: longestFuelGap(way),
    tolls,
    hasTollWarning: route.warnings.some(isAboutToll),
    operators: operatorPhones(tolls?.tolls ?? [], contacts),
    ground: groundOf(route),
    direction: sunDirection(route.region_waypoints),
  };
}

export type DriverFacts = ReturnType<typeof driverFacts>;
