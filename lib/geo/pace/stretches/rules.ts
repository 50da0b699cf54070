import type { LinePoint } from "../../geo/lines";
import { kmToSegment, simplifyLine } from "../../geo/rules";
import type { Ground, Seat } from "../ground/rules";
import type { PacedClass, PacePart, PaceSettings } from "../rules";

/** A straight piece of a line with its direction, slope and speed limits. */
export type Stretch = {
  part: number;
  roadClass: PacedClass | "join";
  /** Without bends: a straight line over missing data, or a ferry. */
  isStraight: boolean;
  from: LinePoint;
  to: LinePoint;
  metres: number;
  /** Direction in radians. */
  heading: number;
  /** Highest speed because of a town, `Infinity` outside. */
  townKmh: number;
  /** Mean slope in percent, negative downhill; 0 where it is not known. */
  grade: number;
};

/** Lines with points nearer to each other than this on average are simplified by the error of a point. */
const DENSE_M = 30;
const ERROR_KM = 0.008;
/** Longer pieces are divided, because a town may lie on one. */
const LONGEST_M = 300;
/** A seat this near to the line gives it its altitude. */
const ALTITUDE_KM = 1.5;
/** The mean slope of a shorter part is meaningless: the altitude is that of the seat, not of the road. */
const LEAST_SLOPE_KM = 2;
const METRES_PER_DEGREE = 111_195;

type StretchSeat = { seat: Seat; beside: number; metresAlong: number };

/** Direction in radians and length from one point to another, on a flat projection. */
export function between([fromLat, fromLng]: LinePoint, [toLat, toLng]: LinePoint): { heading: number; metres: number } {
  const squeeze = Math.cos((((fromLat + toLat) / 2) * Math.PI) / 180);
  const [north, east] = [toLat - fromLat, (toLng - fromLng) * squeeze];
  return { heading: Math.atan2(east, north), metres: Math.hypot(north, east) * METRES_PER_DEGREE };
}

const pointOf = ([lat, lng]: LinePoint) => ({ lat, lng });

/** A line without the errors of its points, which are turns too where many points are near to each other. */
function smoothed(points: readonly LinePoint[]): readonly LinePoint[] {
  if (points.length < 3) return points;
  const metres = points.slice(1).map((to, index) => between(points[index]!, to).metres);
  const length = metres.reduce((sum, value) => sum + value, 0);
  if (length / metres.length > DENSE_M) return points;
  return simplifyLine(points, ERROR_KM, (one, start, end) => kmToSegment(pointOf(one), pointOf(start), pointOf(end)));
}

/** The pieces of a drive in the order of travel. */
export function stretchesOf(parts: readonly PacePart[], ground: Ground, settings: PaceSettings): Stretch[] {
  const stretches: Stretch[] = [];
  const known = new Map<Seat, StretchSeat>();
  const around = { ground, settings, known };
  let along = 0;
  for (const [part, { points, roadClass }] of parts.entries()) {
    const isStraight = roadClass === "join" || roadClass === "ferry";
    const line = smoothed(points);
    for (const [index, to] of line.slice(1).entries()) {
      const from = line[index]!;
      const { heading, metres: length } = between(from, to);
      if (length === 0) continue;
      const pieces = Math.ceil(length / LONGEST_M);
      const metres = length / pieces;
      for (let piece = 0; piece < pieces; piece++) {
        const at = (share: number) =>
          [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as const;
        const townKmh = townSpeed(at((piece + 0.5) / pieces), along + metres / 2, roadClass, around);
        const ends = { from: at(piece / pieces), to: at((piece + 1) / pieces) };
        stretches.push({ part, roadClass, isStraight, ...ends, metres, heading, townKmh, grade: 0 });
        along += metres;
      }
    }
  }
  return withSlopes(stretches, known);
}

type Around = { ground: Ground; settings: PaceSettings; known: Map<Seat, StretchSeat> };

/** Highest speed because of the towns around a place; notes the seats that give the line an altitude there. */
function townSpeed(
  [lat, lng]: LinePoint,
  metresAlong: number,
  roadClass: Stretch["roadClass"],
  { ground, settings, known }: Around,
): number {
  let kmh = Infinity;
  for (const { seat, km } of ground.near(lat, lng)) {
    if (seat.isCapital && km < settings.capital_km) kmh = Math.min(kmh, settings.capital_kmh);
    if (roadClass !== "motorway" && km < settings.town_km) kmh = Math.min(kmh, settings.town_kmh);
    if (seat.metres === null || km > ALTITUDE_KM || km >= (known.get(seat)?.beside ?? Infinity)) continue;
    known.set(seat, { seat, beside: km, metresAlong });
  }
  return kmh;
}

/** Gives stretches between two seats with an altitude the mean slope between them. */
function withSlopes(stretches: readonly Stretch[], known: ReadonlyMap<Seat, StretchSeat>): Stretch[] {
  const marks = [...known.values()].toSorted((a, b) => a.metresAlong - b.metresAlong);
  let [along, next] = [0, 0];
  return stretches.map((stretch) => {
    along += stretch.metres;
    while (next < marks.length && marks[next]!.metresAlong < along) next++;
    const [before, after] = [marks[next - 1], marks[next]];
    if (!before || !after) return stretch;
    const metres = after.metresAlong - before.metresAlong;
    if (metres < LEAST_SLOPE_KM * 1000) return stretch;
    return { ...stretch, grade: ((after.seat.metres! - before.seat.metres!) / metres) * 100 };
  });
}
