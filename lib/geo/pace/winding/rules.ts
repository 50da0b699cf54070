import type { LinePoint } from "../../geo/lines";
import { kmToSegment, simplifyLine } from "../../geo/rules";
import { between, type Stretch } from "../stretches/rules";

/** Metres before and behind a place over which the winding of the road is averaged; at least 500 m are. */
const WINDING_M = 1000;
const LEAST_WINDING_M = 500;
/** Finer bends are not counted, because only some sources have them: the coarsest lines are simplified to 75 m. */
const COARSE_KM = 0.075;

const DEGREES = 180 / Math.PI;

/** Smaller angle between two directions, in radians. */
export function turnBetween(before: number, after: number): number {
  const turn = Math.abs(after - before);
  return Math.min(turn, 2 * Math.PI - turn);
}

type Vertex = { index: number; point: LinePoint };
const pointOf = ({ point: [lat, lng] }: Vertex) => ({ lat, lng });

/** Turns of the line in the same simplification for all sources, at the beginning of the stretch where each is. */
function coarseTurns(stretches: readonly Stretch[]): Float64Array {
  const turns = new Float64Array(stretches.length + 1);
  const vertices = stretches
    .map(({ from }, index): Vertex => ({ index, point: from }))
    .filter(({ index }) => stretches[index - 1]?.heading !== stretches[index]!.heading);
  const last = stretches.at(-1);
  if (last) vertices.push({ index: stretches.length, point: last.to });
  if (vertices.length < 3) return turns;
  const kept = simplifyLine(vertices, COARSE_KM, (one, a, b) => kmToSegment(pointOf(one), pointOf(a), pointOf(b)));
  for (let at = 1; at < kept.length - 1; at++) {
    const { index } = kept[at]!;
    if (stretches[index - 1]!.isStraight || stretches[index]!.isStraight) continue;
    const before = between(kept[at - 1]!.point, kept[at]!.point).heading;
    turns[index] = turnBetween(before, between(kept[at]!.point, kept[at + 1]!.point).heading);
  }
  return turns;
}

/** Degrees per kilometre that the road turns around each stretch. */
export function windingOf(stretches: readonly Stretch[]): Float64Array {
  const count = stretches.length;
  const turns = coarseTurns(stretches);
  const [turned, metres] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let index = 0; index < count; index++) {
    turned[index + 1] = turned[index]! + turns[index]!;
    metres[index + 1] = metres[index]! + stretches[index]!.metres;
  }
  let [low, high] = [0, 0];
  return Float64Array.from(stretches, (_, index) => {
    const middle = (metres[index]! + metres[index + 1]!) / 2;
    while (metres[low]! < middle - WINDING_M) low++;
    while (high < count && metres[high]! < middle + WINDING_M) high++;
    const km = Math.max(LEAST_WINDING_M, metres[high]! - metres[low]!) / 1000;
    return ((turned[high]! - turned[low]!) * DEGREES) / km;
  });
}
