import type { LinePoint } from "../../../geo/geo/lines";
import { compassDegrees, greatCircleKm } from "../../../geo/geo/rules";
import type { Junction } from "../../../geo/roads/junctions";
import { ROAD_CLASSES, type RoadClass } from "../../../geo/roads/rules";
import type { RoadRun, StageLine } from "./runs";

export type Turn = "left" | "right" | "slight-left" | "slight-right" | "straight" | "back";

/** A tulip diagram: one arrives from below; directions are degrees to the right of straight ahead, others spread apart. */
export type Tulip = {
  turn: number;
  others: readonly number[];
  /** False where the lines were drawn from far away: directions hold over 250 m only. */
  isDetailed: boolean;
};

/** Where one turns or the road changes its number. `turn` is null at the start of a stage and where it is not known. */
export type TurnLine = { km: number; road: RoadRun; turn: Turn | null; tulip: Tulip | null };

/** A change of the road number belongs to a junction this near. */
const NEAR_KM = { detailed: 0.15, coarse: 0.4 } as const;
/** Directions without a junction are measured over this distance. */
const ARM_KM = 0.25;
/** A smaller change of direction at a junction is the bend of the road. */
const [TURN_DEGREES, FORK_DEGREES] = [40, 25];

/** Degrees to the right, negative to the left. */
export const degreesRight = (from: number, to: number): number => ((to - from - 180 + 900) % 360) - 180;

export function turnOf(degrees: number): Turn {
  const size = Math.abs(degrees);
  if (size < 20) return "straight";
  if (size > 160) return "back";
  const side = degrees < 0 ? "left" : "right";
  return size < 50 ? `slight-${side}` : side;
}

/** How important a road is: 1 for a motorway; a road without a class counts as a local one. */
const rank = (roadClass: RoadClass) => ROAD_CLASSES.indexOf(roadClass === "unknown" ? "tertiary" : roadClass);

/** Whether somebody who does not know the way could take another road, or has to turn to stay on this one. */
function isDecision({ from, to, others }: Junction, { roadClass }: RoadRun): boolean {
  const size = Math.abs(degreesRight(from, to));
  const sizes = (steps: number) =>
    others
      .filter((arm) => arm.roadClass !== "join" && rank(arm.roadClass) <= rank(roadClass) + steps)
      .map(({ bearing }) => Math.abs(degreesRight(from, bearing)));
  if (size >= TURN_DEGREES) return sizes(2).some((other) => other <= size + 20);
  return size >= FORK_DEGREES && sizes(1).some((other) => other < size - 10);
}

/** Lines of a drawing that are closer together than this cannot be told apart. */
const APART_DEGREES = 28;

/** The direction in which another road is drawn: beside the way that one comes from and the one that one takes. */
function drawnAt(degrees: number, turn: number): number {
  const side = degrees < 0 ? -1 : 1;
  const ahead = Math.min(Math.abs(degrees), 180 - APART_DEGREES) * side;
  const away = ahead - turn;
  return Math.abs(away) >= APART_DEGREES ? ahead : turn + (away < 0 ? -APART_DEGREES : APART_DEGREES);
}

function tulipOf({ from, to, others, isDetailed }: Junction): Tulip {
  const turn = degreesRight(from, to);
  const drawn = others.map(({ bearing }) => drawnAt(degreesRight(from, bearing), turn));
  return { turn, others: [...new Set(drawn)], isDetailed };
}

const point = ([lat, lng]: LinePoint) => ({ lat, lng });

/** The change of direction at a kilometre of a line; null at its ends. */
function degreesAt({ points, kmAt }: Pick<StageLine, "points" | "kmAt">, km: number): number | null {
  const at = kmAt.findIndex((one) => one >= km - 0.001);
  const middle = points[at];
  if (!middle || at === 0 || at === points.length - 1) return null;
  const isArm = (one: LinePoint) => greatCircleKm(point(middle), point(one)) >= ARM_KM;
  const before = points.slice(0, at).findLast(isArm) ?? points[0]!;
  const after = points.slice(at + 1).find(isArm) ?? points.at(-1)!;
  return degreesRight(compassDegrees(point(middle), point(before)), compassDegrees(point(middle), point(after)));
}

type Placed = Junction & { km: number };

const near = ({ isDetailed }: Junction) => (isDetailed ? NEAR_KM.detailed : NEAR_KM.coarse);

/** The turn where the road becomes another one. */
function changeAt(line: StageLine, road: RoadRun, before: RoadRun, junctions: readonly Placed[]): TurnLine {
  if (road.kind !== "road" || before.kind !== "road") return { km: road.fromKm, road, turn: null, tulip: null };
  const away = ({ km }: Placed) => Math.abs(km - road.fromKm);
  const [junction] = junctions.filter((one) => away(one) <= near(one)).toSorted((a, b) => away(a) - away(b));
  if (junction) {
    const tulip = tulipOf(junction);
    return { km: junction.km, road, turn: turnOf(tulip.turn), tulip };
  }
  const degrees = degreesAt(line, road.fromKm);
  const turn = degrees === null ? null : turnOf(degrees);
  const hasTulip = turn !== null && turn !== "straight";
  const tulip = hasTulip ? { turn: Math.round(degrees!), others: [], isDetailed: false } : null;
  return { km: road.fromKm, road, turn, tulip };
}

/** The start of a stage, each change of the road number and each junction where one could go wrong, in order. */
export function turnsOf(line: StageLine, junctions: readonly Junction[]): TurnLine[] {
  const placed = junctions.map((one) => ({ ...one, km: (line.kmAt[one.first]! + line.kmAt[one.last]!) / 2 }));
  const changes = line.runs.map((road, index): TurnLine => {
    const before = line.runs[index - 1];
    return before ? changeAt(line, road, before, placed) : { km: road.fromKm, road, turn: null, tulip: null };
  });
  const decisions = placed.flatMap((junction): TurnLine[] => {
    const road = line.runs.find(({ fromKm, toKm }) => junction.km >= fromKm && junction.km < toKm);
    const isUsed = changes.slice(1).some(({ km }) => Math.abs(km - junction.km) <= near(junction));
    if (isUsed || road?.kind !== "road" || !isDecision(junction, road)) return [];
    const tulip = tulipOf(junction);
    return [{ km: junction.km, road, turn: turnOf(tulip.turn), tulip }];
  });
  return [...changes, ...decisions].toSorted((a, b) => a.km - b.km);
}
