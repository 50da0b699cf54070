import { decodeLine, kmAlongLine, type LinePoint } from "../../geo/geo/lines";
import { greatCircleKm, kmToSegment, type GeoPoint } from "../../geo/geo/rules";
import type { HelpCar } from "../../guide/breakdown/rules";
import type { Span } from "../trips/rules";

/** A petrol station or workshop beside the line; without a name when it comes from map data and has none. */
type AidPlace = { km: number; besideKm: number; name: string | null };

/** `spans`: the stretches where the source has data; outside them a missing place does not mean that there is none. */
export type Aid = { places: readonly AidPlace[]; spans: readonly Span[] };

/** What a device keeps of a trip to show it without a connection. */
export type DrivingTrip = {
  id: string;
  title: string;
  isDone: boolean;
  /** Absent in trips that a device kept before cars were part of them. */
  car?: HelpCar | null;
  /** Null without a computed route. */
  way: {
    /** Encoded and simplified. */
    line: string;
    km: number;
    stops: readonly { name: string; km: number }[];
    fuel: Aid;
    workshops: Aid;
  } | null;
};

/** Answer of `GET /api/driving`; `trip` is null without one in the request, `cars` are those of the garage. */
export type DrivingAnswer = { owner: string; trip: DrivingTrip | null; cars: readonly HelpCar[] };

/** The line of a trip with the kilometre of each point, on the scale of the route. */
export type Way = { line: readonly LinePoint[]; kmAt: readonly number[] };

/** `km` is the real length, a little more than that of the simplified line. */
export function wayOf(line: readonly LinePoint[], km: number): Way {
  const kmAt = kmAlongLine(line);
  const length = kmAt.at(-1) ?? 0;
  const scale = length > 0 && km > 0 ? km / length : 1;
  return { line, kmAt: kmAt.map((at) => at * scale) };
}

export const decodedWay = ({ line, km }: { line: string; km: number }): Way => wayOf(decodeLine(line), km);

export type Progress = { km: number; besideKm: number };

/** Parts of the line that are hardly farther away than the nearest one are the same road, driven there and back. */
const SAME_ROAD_KM = 0.15;
/** Farther from the line the car is on another road. */
export const OFF_WAY_KM = 1;

const point = ([lat, lng]: LinePoint): GeoPoint => ({ lat, lng });

/**
 * Where a position is on the line; null for a line without length. Where the line passes twice, the pass that follows
 * `before` counts, at first the first one.
 */
export function progressOn({ line, kmAt }: Way, at: GeoPoint, before: Progress | null): Progress | null {
  const beside = line.slice(1).map((end, index) => kmToSegment(at, point(line[index]!), point(end)));
  if (beside.length === 0) return null;
  const nearest = beside.reduce((least, km) => Math.min(least, km), Infinity);
  const passes = beside.flatMap((besideKm, index) => {
    if (besideKm > nearest + SAME_ROAD_KM) return [];
    return [{ km: kmOnPart({ line, kmAt }, index, at, besideKm), besideKm }];
  });
  return passes.reduce((best, one) => (isBetter(one, best, before) ? one : best));
}

function kmOnPart({ line, kmAt }: Way, index: number, at: GeoPoint, besideKm: number): number {
  const [start, end] = [point(line[index]!), point(line[index + 1]!)];
  const [from, to] = [kmAt[index]!, kmAt[index + 1]!];
  const length = greatCircleKm(start, end);
  const toStart = greatCircleKm(start, at);
  const along = besideKm >= toStart ? 0 : Math.sqrt(Math.max(0, toStart ** 2 - besideKm ** 2));
  return length > 0 ? from + (to - from) * Math.min(1, along / length) : from;
}

/** A car that was on the line before is expected at most this much farther along. */
const AHEAD_KM = 5;

function isBetter(one: Progress, best: Progress, before: Progress | null): boolean {
  if (!before) return one.besideKm < best.besideKm - 0.02;
  const isNear = ({ km }: Progress) => km >= before.km - 0.5 && km <= before.km + AHEAD_KM;
  if (isNear(one) !== isNear(best)) return isNear(one);
  return one.besideKm < best.besideKm;
}

/** A place this near is reached. */
const REACHED_KM = 0.2;

/** The next stop with the kilometres to it along the line; null after the last one. */
export function nextStop(
  stops: readonly { name: string; km: number }[],
  km: number,
): { name: string; km: number } | null {
  const next = stops.find((stop) => stop.km > km + REACHED_KM);
  return next ? { name: next.name, km: next.km - km } : null;
}

export type NextAid = { kind: "place"; name: string | null; km: number } | { kind: "none" | "unknown" };

/** The next known place ahead. `none`: the rest of the way has data and no place. `unknown`: a part of it has no data. */
export function nextAid({ places, spans }: Aid, km: number, wayKm: number): NextAid {
  const next = places.find((place) => place.km > km);
  if (next) return { kind: "place", name: next.name, km: next.km - km };
  const TOLERANCE_KM = 1;
  let known = km;
  for (const { fromKm, toKm } of spans) if (fromKm <= known + TOLERANCE_KM && toKm > known) known = toKm;
  return { kind: known >= wayKm - TOLERANCE_KM ? "none" : "unknown" };
}
