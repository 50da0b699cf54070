import "server-only";
import shapes from "@/public/map/states.json";
import { statesIn, stateOfPoint, type GeoPoint } from "../../geo/geo/rules";
import { decodeLine } from "../../geo/geo/lines";
import { ROAD_SOURCES, type RoadSource } from "../../platform/settings/rules";
import type { StateAbbr } from "../../geo/states/rules";
import type { SavedTrip } from "../trips/schema";

const features = statesIn(shapes);

export const stateAt = ({ lat, lng }: GeoPoint): StateAbbr | null => stateOfPoint(lat, lng, features);

const STATE_OF: Readonly<Record<RoadSource, StateAbbr>> = { "sie-sc": "SC", "der-sp": "SP" };

/** The switched sources that are off although a point is in their state. */
export function missingSources(
  points: readonly (readonly [lat: number, lng: number])[],
  switched: readonly RoadSource[],
): RoadSource[] {
  const off = ROAD_SOURCES.filter((source) => !switched.includes(source));
  if (off.length === 0) return [];
  const states = points.map(([lat, lng]) => stateAt({ lat, lng }));
  return off.filter((source) => states.includes(STATE_OF[source]));
}

/** The shapes are much coarser than this; every point of the line would take seconds. */
const STEP_DEGREES = 0.05;

/** The states that a trip touches, in the order of travel. */
export function statesCrossed({ plan, route }: Pick<SavedTrip, "plan" | "route">): StateAbbr[] {
  const line = (route?.sections ?? []).flatMap((section) => decodeLine(section.line));
  const points = line.length > 0 ? line.map(([lat, lng]) => ({ lat, lng })) : plan.stops;
  const found: StateAbbr[] = [];
  let last: GeoPoint | null = null;
  for (const point of [...points, ...plan.stops.slice(-1)]) {
    if (last && Math.hypot(point.lat - last.lat, point.lng - last.lng) < STEP_DEGREES) continue;
    last = point;
    const state = stateAt(point);
    if (state && !found.includes(state)) found.push(state);
  }
  return found;
}
