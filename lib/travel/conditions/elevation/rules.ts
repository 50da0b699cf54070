import type { Span } from "../../trips/rules";
import type { Profile, StoredRoute } from "../../trips/schema";

type Part = Profile[number];
type Point = Part[number];

/** The altitudes of a route: those of an own file, else those of the ground under its roads. */
export const altitudeProfile = ({ profile, ground }: Pick<StoredRoute, "profile" | "ground">): Profile | undefined =>
  profile ?? ground;

/** Distance between the places at which slopes are measured. */
const STEP_KM = 0.1;
/** Kilometres of a profile are rounded. */
const ROUNDING_KM = 0.002;

export const between = (a: number, b: number, share: number) => a + (b - a) * share;

/** Index of the first point of a part at or after one of its kilometres, which never become less. */
function indexAt(part: Part, axis: 0 | 2, value: number): number {
  let [low, high] = [0, part.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (part[middle]![axis] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The point of a part between two of its points by one of its kilometres; null outside of it. */
function interpolated(part: Part, axis: 0 | 2, value: number): Point | null {
  const index = indexAt(part, axis, value);
  const end = part[index];
  if (!end || value < part[0]![axis]) return null;
  const start = part[Math.max(0, index - 1)]!;
  const share = end[axis] > start[axis] ? (value - start[axis]) / (end[axis] - start[axis]) : 1;
  return [between(start[0], end[0], share), between(start[1], end[1], share), between(start[2], end[2], share)];
}

const pointAtKm = (part: Part, km: number) => interpolated(part, 0, km);

/** The place of a part at a kilometre of the route; null outside of the part. */
export function placeAtKm(part: Part, km: number): Point | null {
  const inside = Math.min(part.at(-1)![0], Math.max(part[0]![0], km));
  return Math.abs(inside - km) > ROUNDING_KM ? null : pointAtKm(part, inside);
}

/** The altitude of a route at a kilometre; null where it is not known. */
export function altitudeAt(profile: Profile, km: number): number | null {
  return profile.flatMap((part) => placeAtKm(part, km)?.[1] ?? [])[0] ?? null;
}

/** Length in km over which a slope must hold: the steepest place of a shorter one is passed with momentum. */
export const SLOPE_KM = { short: 0.5, long: 1 } as const;

/** Percent of the climb or descent around a recorded kilometre over a length; null where the part is shorter. */
function slopeAround(part: Part, recordedKm: number, lengthKm: number): number | null {
  const total = part.at(-1)![2];
  if (total < lengthKm) return null;
  const from = Math.min(total - lengthKm, Math.max(0, recordedKm - lengthKm / 2));
  const [start, end] = [interpolated(part, 2, from), interpolated(part, 2, from + lengthKm)];
  return start && end && Math.abs(end[1] - start[1]) / (lengthKm * 10);
}

/** The kilometres of a part inside a span; null outside of it. */
function insideOf(part: Part, { fromKm, toKm }: Span): Span | null {
  const inside = { fromKm: Math.max(fromKm, part[0]![0]), toKm: Math.min(toKm, part.at(-1)![0]) };
  return inside.toKm > inside.fromKm ? inside : null;
}

/**
 * The steepest slope in percent that holds over a length, around the kilometres of a span; null where none is known.
 * Between two points of the profile the slope changes evenly, so it is greatest where the length begins or ends at one.
 */
export function steepest(profile: Profile, span: Span, lengthKm: number): number | null {
  const slopes = profile.flatMap((part) => {
    const inside = insideOf(part, span);
    if (!inside) return [];
    const [from, to] = [pointAtKm(part, inside.fromKm)![2], pointAtKm(part, inside.toKm)![2]];
    const middles = part.flatMap(([, , km]) => [km - lengthKm / 2, km + lengthKm / 2]);
    return [from, to, ...middles.filter((km) => km > from && km < to)].flatMap(
      (km) => slopeAround(part, km, lengthKm) ?? [],
    );
  });
  return slopes.length > 0 ? slopes.reduce((most, one) => Math.max(most, one)) : null;
}

/** The spans around which the slope over the short length is at least `percent`. */
export function steepSpans(profile: Profile, percent: number): Span[] {
  const spans: Span[] = [];
  for (const part of profile) {
    let isOpen = false;
    const steps = Math.ceil(part.at(-1)![2] / STEP_KM);
    for (let step = 0; step <= steps; step++) {
      const recordedKm = (part.at(-1)![2] * step) / steps;
      const km = interpolated(part, 2, recordedKm)![0];
      const isSteep = (slopeAround(part, recordedKm, SLOPE_KM.short) ?? 0) >= percent;
      if (isSteep && isOpen) spans.at(-1)!.toKm = km;
      else if (isSteep) spans.push({ fromKm: km, toKm: km });
      isOpen = isSteep;
    }
  }
  return spans.filter(({ fromKm, toKm }) => toKm > fromKm);
}

/** Smaller changes of direction are the error of the receiver. */
const TURN_M = 10;

type Climb = { up: number; down: number; measuredKm: number };

/** Metres up and down and the known kilometres inside a span; changes of less than 10 m do not count. */
export function climbOf(profile: Profile, span: Span): Climb {
  const climb = { up: 0, down: 0, measuredKm: 0 };
  for (const part of profile) {
    const inside = insideOf(part, span);
    if (!inside) continue;
    const { fromKm, toKm } = inside;
    climb.measuredKm += toKm - fromKm;
    const points = part.filter(([km]) => km > fromKm && km < toKm);
    addTurns(
      climb,
      [pointAtKm(part, fromKm), ...points, pointAtKm(part, toKm)].flatMap((one) => one?.[1] ?? []),
    );
  }
  return climb;
}

/** Adds the metres between the turning points of altitudes. */
function addTurns(climb: Climb, altitudes: readonly number[]): void {
  let [start, turn] = [altitudes[0]!, altitudes[0]!];
  const add = (change: number) => {
    if (change > 0) climb.up += change;
    else climb.down -= change;
  };
  for (const metres of altitudes) {
    const direction = Math.sign(turn - start);
    if ((metres - turn) * direction > 0 || (direction === 0 && Math.abs(metres - start) >= TURN_M)) turn = metres;
    else if (direction !== 0 && (turn - metres) * direction >= TURN_M) {
      add(turn - start);
      [start, turn] = [turn, metres];
    }
  }
  add(turn - start);
}
