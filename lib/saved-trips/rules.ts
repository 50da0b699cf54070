import { decodeLine, type LinePoint } from "../geo/lines";
import { greatCircleKm } from "../geo/rules";
import type { RoadClass, SectionKind } from "../roads/rules";
import { legMinutes, type StopTime, type TripDay } from "../trips/rules";
import type { StoredRoute, TripPlan } from "../trips/schema";

export const PLANNER_PATH = "/planejador-rota";

/** Page of the planner with a stored trip. */
export const tripPath = (id: string): string => `${PLANNER_PATH}?viagem=${id}`;

/** Path below which a trip has its roadbook and files, for its owner. */
export const ownTripPath = (id: string): string => `${PLANNER_PATH}/${id}`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isTripId = (text: string): boolean => UUID.test(text);

export const TRIP_FORMATS = ["gpx", "kml", "ics"] as const;
export type TripFormat = (typeof TRIP_FORMATS)[number];

export const isTripFormat = (text: string): text is TripFormat => TRIP_FORMATS.some((format) => format === text);

export type Turn = "left" | "right" | "slight-left" | "slight-right" | "straight" | "back";

/** A stretch on one road. `turn` is null where the line is interrupted, and at the start of a leg. */
export type RoadPart = {
  ref: string | null;
  roadClass: RoadClass;
  kind: SectionKind;
  km: number;
  turn: Turn | null;
  /** Degrees of the turn to the right for a drawing; null where the network is too coarse for one. */
  angle: number | null;
};

/** The way from one stop to the next; points that only bend the line are passed over. */
export type Stage = {
  from: StopTime;
  to: StopTime;
  km: number;
  estimatedKm: number;
  minutes: number;
  /** Kilometres since the start of the day, at the end of the stage and of each part. */
  dayKm: number;
  parts: (RoadPart & { dayKm: number })[];
};

type Section = StoredRoute["sections"][number];

/** Shorter stretches without a road number are access roads, ramps and crossings. */
const SHORT_KM = 0.5;
/** Directions are measured over this distance, because the first metres at a crossing point anywhere. */
const ARM_KM = 0.06;
const TOUCH_KM = 0.05;

const point = ([lat, lng]: LinePoint) => ({ lat, lng });

/** Compass direction in degrees from the first to the second point. */
function bearing(a: LinePoint, b: LinePoint): number {
  const east = (b[1] - a[1]) * Math.cos((a[0] * Math.PI) / 180);
  return (Math.atan2(east, b[0] - a[0]) * 180) / Math.PI;
}

/** The first point at least `ARM_KM` from the start of a line, else its end. */
const arm = (line: readonly LinePoint[]): LinePoint =>
  line.find((one) => greatCircleKm(point(line[0]!), point(one)) >= ARM_KM) ?? line.at(-1)!;

/** Degrees to the right, negative to the left, where one line continues as another; null when they do not touch. */
function angleBetween(before: readonly LinePoint[], after: readonly LinePoint[]): number | null {
  const [end, start] = [before.at(-1), after[0]];
  if (!end || !start || before.length < 2 || after.length < 2) return null;
  if (greatCircleKm(point(end), point(start)) > TOUCH_KM) return null;
  const change = bearing(start, arm(after)) - bearing(arm(before.toReversed()), end);
  return ((change + 540) % 360) - 180;
}

/** The change of direction where one line continues as another; null when they do not touch. */
export function turnBetween(before: readonly LinePoint[], after: readonly LinePoint[]): Turn | null {
  const degrees = angleBetween(before, after);
  if (degrees === null) return null;
  const size = Math.abs(degrees);
  if (size < 20) return "straight";
  if (size > 160) return "back";
  const side = degrees < 0 ? "left" : "right";
  return size < 50 ? `slight-${side}` : side;
}

/** The source whose lines have every bend at a crossing; those of the others are drawn from far away. */
const DETAILED_SOURCE = "osm";

type Drawn = RoadPart & { line: LinePoint[]; source: string | null };

const isSameRoad = (a: Pick<Section, "ref" | "kind" | "roadClass">, b: Pick<Section, "ref" | "kind" | "roadClass">) =>
  a.kind === b.kind && a.ref === b.ref && (a.ref !== null || a.roadClass === b.roadClass);

/** The roads of some sections in the order of travel; short stretches without number belong to the road before them. */
export function roadParts(sections: readonly Section[]): RoadPart[] {
  const parts: Drawn[] = [];
  for (const { ref, roadClass, kind, km, line, source } of sections) {
    const points = decodeLine(line);
    const last = parts.at(-1);
    const isShort = ref === null && km < SHORT_KM && (kind === "road" || kind === "join");
    if (last && (isShort || isSameRoad(last, { ref, kind, roadClass }))) {
      last.km += km;
      last.line.push(...points);
      last.source = source;
    } else {
      const isRoad = kind === "road" && last?.kind === "road";
      const turn = isRoad ? turnBetween(last.line, points) : null;
      const isDetailed = source === DETAILED_SOURCE && last?.source === DETAILED_SOURCE;
      const angle = turn && isDetailed ? Math.round(angleBetween(last.line, points)! / 5) * 5 : null;
      parts.push({ ref, roadClass, kind, km, turn, angle, line: points, source });
    }
  }
  return parts.map(({ line: _line, source: _source, ...part }) => part);
}

/** The stages of a day with their roads. */
export function stagesOf(day: TripDay, plan: TripPlan, route: StoredRoute): Stage[] {
  const stages: Stage[] = [];
  let [from, dayKm] = [day.stops[0]!, 0];
  for (const to of day.stops.slice(1)) {
    if (to.stop.kind === "shape") continue;
    const legs = route.legs.slice(from.index, to.index);
    const km = legs.reduce((total, leg) => total + leg.km, 0);
    dayKm += km;
    const minutes = legs.reduce(
      (total, _leg, index) => total + legMinutes(route, from.index + index, plan.car.cruiseKmh),
      0,
    );
    const sections = legs.flatMap(({ firstSection, endSection }) => route.sections.slice(firstSection, endSection));
    const estimatedKm = legs.reduce((total, leg) => total + leg.estimatedKm, 0);
    let passed = dayKm - km;
    const parts = roadParts(sections).map((part) => ({ ...part, dayKm: (passed += part.km) }));
    stages.push({ from, to, km, estimatedKm, minutes, dayKm, parts });
    from = to;
  }
  return stages;
}
