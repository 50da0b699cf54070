import { NO_GROUND, type Ground } from "../ground/rules";
import { speedProfile, type Limit } from "../profile/rules";
import { BUILT_IN_PACE, classKmh, type PacePart, type PaceSettings } from "../rules";
import { stretchesOf, type Stretch } from "../stretches/rules";
import { turnBetween, windingOf } from "../winding/rules";

export type Pace = { settings: PaceSettings; ground: Ground };
/** The built-in weights, without towns and altitudes. */
export const PLAIN_PACE: Pace = { settings: BUILT_IN_PACE, ground: NO_GROUND };

/** How much longer an old car takes than the published driving time of a modern one (`published-times.json`). */
export const OLD_CAR_FACTOR = 1.15;

/** Length in metres of the longest bend that one vertex of a simplified line represents. */
const BEND_M = 50;
/** Turns below this angle are errors of the line. */
const LEAST_TURN = 0.02;
/** Share of the speed that winding takes at most: beyond it, the bends themselves decide. */
const MOST_WINDING = 0.35;
const LEAST_KMH = 10;

/** Highest speed on a straight part in km/h, before towns, winding and slopes. */
function freeKmh({ roadClass, isUnpaved }: PacePart, settings: PaceSettings): number {
  const kmh = classKmh(roadClass, settings);
  return isUnpaved && roadClass !== "ferry" ? Math.min(kmh, settings.unpaved_kmh) : kmh;
}

/** Turn in radians at the beginning of each stretch, and 0 after the last one. */
function turnsOf(stretches: readonly Stretch[]): Float64Array {
  const turns = new Float64Array(stretches.length + 1);
  for (let index = 1; index < stretches.length; index++) {
    const [before, after] = [stretches[index - 1]!, stretches[index]!];
    if (before.isStraight || after.isStraight) continue;
    turns[index] = turnBetween(before.heading, after.heading);
  }
  return turns;
}

/** Comfortable speed in m/s through the bend between two stretches: the root of lateral acceleration times radius. */
function bendSpeed(before: Stretch, after: Stretch | undefined, turn: number, lateral: number): number {
  if (!after || turn < LEAST_TURN) return Infinity;
  const arc = Math.min(BEND_M / 2, before.metres / 2) + Math.min(BEND_M / 2, after.metres / 2);
  return Math.sqrt((lateral * arc) / turn);
}

/** Highest speed in m/s on a stretch apart from its bends. */
function stretchSpeed(stretch: Stretch, free: number, winding: number, settings: PaceSettings): number {
  if (stretch.roadClass === "ferry") return free / 3.6;
  const wound = stretch.roadClass === "motorway" || stretch.isStraight ? 0 : (winding / 10) * settings.winding_kmh;
  const slope = stretch.grade * (stretch.grade > 0 ? settings.climb_kmh : -settings.descent_kmh);
  const kmh = Math.max(free * (1 - MOST_WINDING), free - wound) - slope;
  return Math.max(Math.min(LEAST_KMH, free), Math.min(kmh, stretch.townKmh)) / 3.6;
}

/**
 * Minutes that an old car takes for each part of a drive, without stops; `topKmh` is the highest speed of its driver.
 *
 * 1. Each class of road has a free speed v₀ (`lib/geo/pace/rules.ts`), earth and gravel at most `unpaved_kmh`.
 * 2. v = max(0.65 · v₀, v₀ − winding_kmh · W / 10) with W degrees of turning per kilometre, averaged over 2 km of the
 *    line simplified to 75 m (`lib/geo/pace/winding`): on a winding road the sight is too short to overtake between the
 *    bends. Department for Transport, The COBA Manual (DMRB 13.1.5, May 2002), chapter 2: the speed of light vehicles
 *    falls in proportion to bendiness in degrees per km and to hilliness.
 * 3. Within `town_km` of the seat of a municipality v ≤ town_kmh, within `capital_km` of a capital v ≤ capital_kmh.
 *    Villages that are no seat are in no source.
 * 4. v is lower by climb_kmh or descent_kmh for each percent of the mean slope between two seats with a known altitude
 *    on the line. The slopes between them are steeper, and not known.
 * 5. In a bend v ≤ √(a · r) with the lateral acceleration a = lateral_ms2. The radius r is the length of the bend over
 *    its turn; one vertex of the line represents a bend of at most 50 m, because lines are simplified to 10 to 75 m.
 *    Fitzpatrick et al., Speed Prediction for Two-Lane Rural Highways, FHWA-RD-99-171 (2000): the radius decides the
 *    speed in bends.
 * 6. Between two speeds the car accelerates with accelerate_ms2 and brakes with brake_ms2 (`lib/geo/pace/profile`).
 *
 * The built-in values were chosen so that the times agree with published ones times `OLD_CAR_FACTOR`
 * (`tests/support/published-times.json`); they are no measurements of single roads.
 */
export function driveMinutes(parts: readonly PacePart[], { settings, ground }: Pace, topKmh = Infinity): number[] {
  const stretches = stretchesOf(parts, ground, settings);
  const turns = turnsOf(stretches);
  const winding = windingOf(stretches);
  const free = parts.map((part) => Math.min(topKmh, freeKmh(part, settings)));
  const limits: Limit[] = [];
  let bend = Infinity;
  for (const [index, stretch] of stretches.entries()) {
    const speed = stretchSpeed(stretch, free[stretch.part]!, winding[index]!, settings);
    const end = Math.min(BEND_M / 2, stretch.metres / 2);
    limits.push({ part: stretch.part, metres: end, speed: Math.min(speed, bend) });
    if (stretch.metres > 2 * end) limits.push({ part: stretch.part, metres: stretch.metres - 2 * end, speed });
    bend = bendSpeed(stretch, stretches[index + 1], turns[index + 1]!, settings.lateral_ms2);
    limits.push({ part: stretch.part, metres: end, speed: Math.min(speed, bend) });
  }
  const minutes = parts.map(() => 0);
  const seconds = speedProfile(limits, settings.accelerate_ms2, settings.brake_ms2);
  for (const [index, { part }] of limits.entries()) minutes[part]! += seconds[index]! / 60;
  return minutes;
}
