import { decodeLine, kmAlongLine, type LinePoint } from "../../../geo/geo/lines";
import { isUnpaved, ROAD_CLASSES, type RoadClass, type SectionKind } from "../../../geo/roads/rules";
import type { Span } from "../../trips/rules";
import type { StoredRoute } from "../../trips/schema";

type Section = StoredRoute["sections"][number];

/** A stretch on one road; `straight` is a straight line over missing roads. Kilometres since the start of the trip. */
export type RoadRun = Span & {
  kind: "road" | "ferry" | "straight";
  ref: string | null;
  /** Name of a road without a number. */
  name: string | null;
  /** Numbers of other roads that it is one road with on the way. */
  shared: readonly string[];
  roadClass: RoadClass;
};

/** The line of a stage: its points with their kilometres since the start of the trip, and its roads. */
export type StageLine = Span & {
  points: readonly LinePoint[];
  kmAt: readonly number[];
  runs: readonly RoadRun[];
  /** Where the road is unpaved in the data. */
  unpaved: readonly Span[];
};

/** Shorter stretches with another number or none are slip roads and crossings, or access in a straight line. */
const SHORT_KM = 0.5;
/**
 * A road continues after a longer stretch without its number, of the same class or of a neighbouring one, or with the
 * number of another: two roads that are one have one number in the data.
 */
const [SAME_CLASS_KM, OTHER_CLASS_KM, SHARED_KM] = [60, 15, 20];
const MAX_CLASS_STEPS = 1;

const kindOf = (kind: SectionKind): RoadRun["kind"] =>
  kind === "ferry" ? "ferry" : kind === "road" ? "road" : "straight";
const lengthOf = ({ fromKm, toKm }: Span) => toKm - fromKm;
const rank = ({ roadClass }: RoadRun) => ROAD_CLASSES.indexOf(roadClass);

/** Two runs as one road, and a run between them: the number of the first, the class of the longer one. */
const joined = (a: RoadRun, b: RoadRun, between?: RoadRun): RoadRun => ({
  ...a,
  roadClass: lengthOf(a) >= lengthOf(b) ? a.roadClass : b.roadClass,
  shared: [...new Set([...a.shared, ...(between ? sharedBy(between) : []), ...b.shared])],
  toKm: b.toKm,
});

/** The numbers of a run that is long enough for signs. */
const sharedBy = (run: RoadRun) => (run.ref !== null && !isShort(run) ? [run.ref] : []);

/** Whether a run between two others belongs to the road on both sides of it. */
function isInterruption(before: RoadRun, run: RoadRun, after: RoadRun): boolean {
  const isOneRoad = before.kind === "road" && after.kind === "road" && before.ref !== null && before.ref === after.ref;
  if (!isOneRoad) return false;
  if (run.kind === "straight") return lengthOf(run) < SHORT_KM;
  if (run.kind !== "road") return false;
  if (run.ref !== null) return lengthOf(run) < SHARED_KM;
  const steps = Math.abs(rank(run) - rank(before));
  return steps <= MAX_CLASS_STEPS && lengthOf(run) < (steps === 0 ? SAME_CLASS_KM : OTHER_CLASS_KM);
}

const isSameRoad = (a: RoadRun, b: RoadRun) => a.kind === b.kind && a.ref === b.ref && a.name === b.name;
const isEarth = ({ surface, roadClass }: Section) => isUnpaved(roadClass, surface);
const isShort = (run: RoadRun) => run.kind !== "ferry" && lengthOf(run) < SHORT_KM;

/** Replaces each pair of neighbours that are one road by one run, and each interruption. */
function joinNeighbours(runs: readonly RoadRun[]): RoadRun[] {
  const result: RoadRun[] = [];
  for (const run of runs) {
    const [before, last] = [result.at(-2), result.at(-1)];
    if (last && isSameRoad(last, run)) result[result.length - 1] = joined(last, run);
    else if (before && last && isInterruption(before, last, run)) result.splice(-2, 2, joined(before, run, last));
    else result.push(run);
  }
  return result;
}

/** Gives each short run to the road before it, at the start to the one after it. */
function withoutShort(runs: readonly RoadRun[]): RoadRun[] {
  const result: RoadRun[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last && isShort(run) && last.kind !== "ferry") last.toKm = run.toKm;
    else if (last && isShort(last) && result.length === 1) result[0] = { ...run, fromKm: last.fromKm };
    else result.push({ ...run });
  }
  return result;
}

/** The roads of some sections in the order of travel, each as one run. */
function runsOf(sections: readonly (Section & Span)[]): RoadRun[] {
  const single = sections.map(({ kind, ref, name, roadClass, fromKm, toKm }) => ({
    kind: kindOf(kind),
    ref,
    name: ref === null ? (name ?? null) : null,
    shared: [],
    roadClass,
    fromKm,
    toKm,
  }));
  return joinNeighbours(withoutShort(joinNeighbours(joinNeighbours(single))));
}

function joinedSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { fromKm, toKm } of spans) {
    const last = result.at(-1);
    if (last && fromKm - last.toKm < SHORT_KM) last.toKm = toKm;
    else result.push({ fromKm, toKm });
  }
  return result;
}

/** The sections of some legs with their kilometres since the start of the trip; those of a leg have its length. */
function placed({ legs, sections }: StoredRoute, from: number, to: number, startKm: number): (Section & Span)[] {
  let km = startKm;
  return legs.slice(from, to).flatMap((leg) => {
    const own = sections.slice(leg.firstSection, leg.endSection);
    const length = own.reduce((sum, section) => sum + section.km, 0);
    const scale = length > 0 ? leg.km / length : 0;
    return own.map((section) => {
      const fromKm = km;
      km += section.km * scale;
      return { ...section, fromKm, toKm: km };
    });
  });
}

/** The line of the legs from one stop to another, which begins at a kilometre of the trip. */
export function stageLineOf(route: StoredRoute, from: number, to: number, startKm: number): StageLine {
  const sections = placed(route, from, to, startKm);
  const points: LinePoint[] = [];
  const kmAt: number[] = [];
  for (const { line, fromKm, toKm } of sections) {
    const own = decodeLine(line);
    const at = kmAlongLine(own);
    const scale = (toKm - fromKm) / (at.at(-1) || 1);
    for (const [index, point] of own.entries()) {
      const last = points.at(-1);
      if (last && last[0] === point[0] && last[1] === point[1]) continue;
      points.push(point);
      kmAt.push(fromKm + at[index]! * scale);
    }
  }
  const toKm = sections.at(-1)?.toKm ?? startKm;
  const unpaved = joinedSpans(sections.filter(isEarth));
  return { fromKm: startKm, toKm, points, kmAt, runs: runsOf(sections), unpaved };
}

/** The whole way as one line for each road with a number, as `servedOnWay` expects it. */
export function roadPiecesOf(route: StoredRoute): { line: readonly LinePoint[]; leg: { roads: readonly string[] } }[] {
  const { points, kmAt, runs } = stageLineOf(route, 0, route.legs.length, 0);
  return runs.flatMap(({ ref, shared, fromKm, toKm }) => {
    if (ref === null) return [];
    const line = points.filter((_point, index) => kmAt[index]! >= fromKm && kmAt[index]! <= toKm);
    return [{ line, leg: { roads: [ref, ...shared] } }];
  });
}
