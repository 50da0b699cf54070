import type { LinePoint } from "../geo/lines";
import { kmBetween, lengthKm, round, type Section } from "./rules";
import type { Piece } from "./sections";

/**
 * A longer way than `any` times the straight line is a hole of the network more often than a road: of the 502 measured
 * legs of the guide's routes beyond 10 km, 8 are longer. Up to `known` it is shown if it winds, thus is long because of
 * its bends, or if a second source has about the same length; up to `oneRoad` if it keeps to one road, as no way around a
 * hole does.
 */
const MAX_DETOUR = { any: 1.95, known: 2.2, oneRoad: 3 };
/** Nearer points are taken as this far apart: a way around a block is no hole. */
const FAR_KM = 10;
/** The share of a way that is on the road to which it keeps. */
const ONE_ROAD_SHARE = 0.9;
/** A way that winds is at most this many times the straight line when it is drawn with one point every `stepKm`. */
const WINDING = { course: 1.5, stepKm: 5 };
/** Largest difference between the lengths of two sources, and largest share of the one in the way found first. */
const SAME = { length: 0.1, share: 0.1 };
/** Share of straights above which the way is not a road. */
const MAX_STRAIGHT = 0.1;
/** The same for a leg of the guide, whose road was chosen, and for the straights between two parts of the same road. */
const MAX_STRAIGHT_IN_ROAD = 0.2;
/** The straight from a stop to its road is inside the town up to this length. */
const IN_TOWN_KM = 1;
/** Estimated kilometres of an unknown way for each kilometre of the straight line. */
const ESTIMATE_FACTOR = 1.3;

type Part = Pick<Piece, "kind" | "ref" | "source" | "points">;
/** The parts of the way between two points in one source only. */
export type SecondSource = { source: string; partsBetween: (from: LinePoint, to: LinePoint) => readonly Part[] };
type Ends = readonly [from: LinePoint, to: LinePoint];

const isStraight = ({ kind }: Part) => kind === "join" || kind === "off-network";
const kmOf = (parts: readonly Part[]) => parts.reduce((sum, { points }) => sum + lengthKm(points), 0);

function isOneRoad(parts: readonly Part[], km: number): boolean {
  const refs = new Set(parts.flatMap(({ ref }) => ref ?? []));
  return [...refs].some((ref) => kmOf(parts.filter((part) => part.ref === ref)) >= ONE_ROAD_SHARE * km);
}

/** The length of a way without its bends. */
function courseKm(parts: readonly Part[], km: number): number {
  const steps = Math.max(1, Math.round(km / WINDING.stepKm));
  const points = parts.flatMap((part) => part.points);
  const course = [points[0]!];
  let driven = 0;
  for (const [index, point] of points.slice(1).entries()) {
    driven += kmBetween(...points[index]!, ...point);
    if (driven >= (course.length * km) / steps) course.push(point);
  }
  return lengthKm([...course, points.at(-1)!]);
}

function isConfirmed(parts: readonly Part[], km: number, ends: Ends, { source, partsBetween }: SecondSource): boolean {
  if (kmOf(parts.filter((part) => part.source === source)) > SAME.share * km) return false;
  const others = partsBetween(...ends);
  const difference = Math.abs(kmOf(others) - km);
  return difference <= SAME.length * Math.max(kmOf(others), km) && !hasManyStraights(others, false);
}

function isTooLong(parts: readonly Part[], ends: Ends, second: SecondSource | null): boolean {
  const [km, far] = [kmOf(parts), Math.max(kmBetween(...ends[0], ...ends[1]), FAR_KM)];
  if (km <= MAX_DETOUR.any * far) return false;
  if (km <= MAX_DETOUR.oneRoad * far && isOneRoad(parts, km)) return false;
  if (km > MAX_DETOUR.known * far) return true;
  return courseKm(parts, km) > WINDING.course * far && !(second && isConfirmed(parts, km, ends, second));
}

function straightKm(parts: readonly Part[], isCounted: (before?: Part, after?: Part) => boolean): number {
  return parts.reduce((sum, part, index) => {
    const [before, after] = [parts[index - 1], parts[index + 1]];
    if (!isStraight(part) || !isCounted(before, after)) return sum;
    return sum + Math.max(0, lengthKm(part.points) - (before && after ? 0 : IN_TOWN_KM));
  }, 0);
}

function hasManyStraights(parts: readonly Part[], isOfGuide: boolean): boolean {
  const [km, all] = [kmOf(parts), straightKm(parts, () => true)];
  if (!isOfGuide || all > MAX_STRAIGHT_IN_ROAD * km) return all > MAX_STRAIGHT * km;
  const outside = straightKm(parts, (before, after) => !before?.ref || before.ref !== after?.ref);
  return outside > MAX_STRAIGHT * km;
}

/**
 * Why the parts of a leg cannot be shown as the way between its ends; null when they can. `isOfGuide`: the ends are
 * stops of a route of the guide.
 */
export function doubtOf(
  parts: readonly Part[],
  ends: Ends,
  second: SecondSource | null = null,
  isOfGuide = false,
): "length" | "straights" | null {
  if (isTooLong(parts, ends, second)) return "length";
  return hasManyStraights(parts, isOfGuide) ? "straights" : null;
}

/** The straight line that stands for a way which is not known. */
export const unknownPiece = (from: LinePoint, to: LinePoint): Piece => ({
  kind: "off-network",
  roadClass: "join",
  ref: null,
  source: null,
  points: [from, to],
  circuity: ESTIMATE_FACTOR,
});

/** Sections of an unknown way with estimated kilometres and minutes instead of those of the straight line. */
export const asEstimate = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...section,
    km: round(section.km * ESTIMATE_FACTOR, 3),
    minutes: round(section.minutes * ESTIMATE_FACTOR, 2),
    slower: [round(section.slower[0] * ESTIMATE_FACTOR, 2), round(section.slower[1] * ESTIMATE_FACTOR, 2)],
  }));
