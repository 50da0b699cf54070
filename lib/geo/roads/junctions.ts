import type { LinePoint } from "../geo/lines";
import { endsOf } from "./line-ends";
import { UNIT } from "./line-table";
import { refOfTag, sourceOfTag } from "./network-layers";
import type { RoadGraph } from "./road-graph";
import { kmBetween, lengthKm, ROAD_CLASSES, type RoadClass } from "./rules";

/** A road that leaves a junction; `bearing` is its compass direction in degrees from the middle of the junction. */
export type JunctionArm = { bearing: number; ref: string | null; roadClass: RoadClass };

/** A place of a line where other roads begin. Directions are compass degrees from its middle. */
export type Junction = {
  /** Indices of the first and the last point of the line that belong to it: several where nodes are close together. */
  first: number;
  last: number;
  /** Where the line comes from and where it leaves. */
  from: number;
  to: number;
  others: JunctionArm[];
  /** False where the lines were drawn from far away, so that directions hold over 250 m only. */
  isDetailed: boolean;
};

/** Sources whose lines have every bend at a crossing. */
const DETAILED_SOURCES: readonly string[] = ["osm", "osm-extract"];
/** Directions are measured at this distance: the first metres point anywhere, and coarse lines are up to 75 m off. */
const ARM_KM = { detailed: 0.06, coarse: 0.25 } as const;
/** Longest junction on the line, in arms: half of a large roundabout. */
const MAX_SPAN = 2;
/** A stored line keeps its positions when the network is built again; a little more than their rounding. */
const NODE_KM = 0.003;
/** Arms of one road closer than this are its two carriageways. */
const SAME_ROAD_DEGREES = 30;
const SAME_ARM_DEGREES = 8;
const KM_PER_DEGREE = 111.195;

type Node = { index: number; node: number; isDetailed: boolean };
type Circle = { lat: number; lng: number; km: number };

/** Kilometres east and north of the middle of a circle, on a flat projection around it. */
const offsetFrom = ({ lat, lng }: Circle, [y, x]: LinePoint): [east: number, north: number] => [
  (x - lng) * Math.cos((lat * Math.PI) / 180) * KM_PER_DEGREE,
  (y - lat) * KM_PER_DEGREE,
];

const compass = ([east, north]: readonly [number, number]) => ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;

const whole = (bearing: number) => Math.round(bearing) % 360;

/** Degrees between two directions, at most 180. */
const degreesBetween = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

/** The direction in which a path leaves a circle, and the number of its point after that; null when it stays inside. */
function exitOf(circle: Circle, path: Iterable<LinePoint>): { bearing: number; at: number } | null {
  let before: [number, number] | null = null;
  let at = 0;
  for (const point of path) {
    const here = offsetFrom(circle, point);
    if (Math.hypot(...here) > circle.km) return { bearing: compass(crossing(circle.km, before ?? here, here)), at };
    before = here;
    at++;
  }
  return null;
}

/** The point between one inside and one outside of a circle around 0,0 that is on it. */
function crossing(radius: number, inside: readonly [number, number], outside: readonly [number, number]) {
  const [dx, dy] = [outside[0] - inside[0], outside[1] - inside[1]];
  const a = dx * dx + dy * dy;
  if (a === 0) return outside;
  const b = inside[0] * dx + inside[1] * dy;
  const share = (-b + Math.sqrt(Math.max(0, b * b - a * (inside[0] ** 2 + inside[1] ** 2 - radius ** 2)))) / a;
  return [inside[0] + dx * share, inside[1] + dy * share] as const;
}

/** Where three or more roads meet on a line. */
function nodesOn({ index, table, ends, links, sources }: RoadGraph, line: readonly LinePoint[]): Node[] {
  const found: Node[] = [];
  for (const [at, [lat, lng]] of line.entries())
    for (const place of index.within(Math.round(lng / UNIT), Math.round(lat / UNIT), NODE_KM)) {
      const side = endsOf(table, place.line).findIndex(
        (vertex) => kmBetween(lat, lng, table.lat[vertex]! * UNIT, table.lng[vertex]! * UNIT) <= NODE_KM,
      );
      if (side < 0) continue;
      const node = ends[2 * place.line + side]!;
      const source = sources[sourceOfTag(table.tag[place.vertex]!)]!;
      if (links.linksOf(node).length >= 3)
        found.push({ index: at, node, isDetailed: DETAILED_SOURCES.includes(source) });
      break;
    }
  return found;
}

const armKm = ({ isDetailed }: Pick<Node, "isDetailed">) => (isDetailed ? ARM_KM.detailed : ARM_KM.coarse);

/** Nodes that follow each other closely are one junction: carriageways, slip roads, a roundabout. */
function groupsOf(nodes: readonly Node[], line: readonly LinePoint[]): Node[][] {
  const groups: Node[][] = [];
  const kmTo = (from: Node, to: Node) => lengthKm(line.slice(from.index, to.index + 1));
  for (const node of nodes) {
    const group = groups.at(-1);
    const isNear = group && kmTo(group.at(-1)!, node) <= armKm(node) && kmTo(group[0]!, node) <= MAX_SPAN * armKm(node);
    if (isNear) group.push(node);
    else groups.push([node]);
  }
  return groups;
}

/** The roads that leave a circle, found from nodes inside it over the lines that connect them. */
function armsAround({ table, ends, links, refs }: RoadGraph, nodes: readonly number[], circle: Circle) {
  const [open, seenNodes, seenEnds] = [[...nodes], new Set(nodes), new Set<number>()];
  const arms: JunctionArm[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const { data: line } of links.linksOf(node)) {
      const isForward = ends[2 * line] === node;
      const key = 2 * line + (isForward ? 0 : 1);
      if (seenEnds.has(key)) continue;
      seenEnds.add(key);
      const [low, high] = endsOf(table, line);
      const vertexAt = (step: number) => (isForward ? low + step : high - step);
      const path = Array.from({ length: high - low + 1 }, (_, step): LinePoint => {
        return [table.lat[vertexAt(step)]! * UNIT, table.lng[vertexAt(step)]! * UNIT];
      });
      const exit = exitOf(circle, path);
      if (exit) {
        // The tag of a vertex belongs to the piece after it in the order of the table.
        const tag = table.tag[isForward ? Math.max(low, vertexAt(exit.at - 1)) : vertexAt(exit.at)]!;
        const roadClass = ROAD_CLASSES[table.roadClass[line]!]!;
        arms.push({ bearing: exit.bearing, ref: refs[refOfTag(tag)] || null, roadClass });
        continue;
      }
      const other = ends[2 * line + (isForward ? 1 : 0)]!;
      seenEnds.add(key ^ 1);
      if (!seenNodes.has(other)) open.push(other);
      seenNodes.add(other);
    }
  return arms;
}

const isSameRoad = (a: JunctionArm, b: JunctionArm) => a.ref === b.ref && a.roadClass === b.roadClass;

/** The arms without those of the line itself and without second carriageways. */
function otherArms(arms: readonly JunctionArm[], own: readonly number[]): JunctionArm[] {
  const others = [...arms];
  for (const bearing of own) {
    const away = (arm: JunctionArm) => degreesBetween(arm.bearing, bearing);
    const [nearest] = others.toSorted((a, b) => away(a) - away(b));
    if (!nearest || away(nearest) > SAME_ROAD_DEGREES) continue;
    const isOwn = (arm: JunctionArm) =>
      arm === nearest || away(arm) <= SAME_ARM_DEGREES || (isSameRoad(arm, nearest) && away(arm) <= SAME_ROAD_DEGREES);
    others.splice(0, others.length, ...others.filter((arm) => !isOwn(arm)));
  }
  const isRepeated = (arm: JunctionArm, before: JunctionArm) => {
    const degrees = degreesBetween(arm.bearing, before.bearing);
    return degrees <= SAME_ARM_DEGREES || (isSameRoad(arm, before) && degrees <= SAME_ROAD_DEGREES);
  };
  return others
    .filter((arm, index) => !others.slice(0, index).some((before) => isRepeated(arm, before)))
    .map((arm) => ({ ...arm, bearing: whole(arm.bearing) }));
}

function junctionOf(roads: RoadGraph, line: readonly LinePoint[], group: readonly Node[]): Junction | null {
  const [first, last] = [group[0]!.index, group.at(-1)!.index];
  const [start, end] = [line[first]!, line[last]!];
  const middle = { lat: (start[0] + end[0]) / 2, lng: (start[1] + end[1]) / 2 };
  const circle = { ...middle, km: armKm(group[0]!) + kmBetween(...start, ...end) / 2 };
  const from = exitOf(circle, line.slice(0, first + 1).reverse());
  const to = exitOf(circle, line.slice(last));
  // A junction at the start or the end of the line is no place to turn.
  if (!from || !to) return null;
  const arms = armsAround(
    roads,
    group.map(({ node }) => node),
    circle,
  );
  const others = otherArms(arms, [from.bearing, to.bearing]);
  if (others.length === 0) return null;
  const { isDetailed } = group[0]!;
  return { first, last, from: whole(from.bearing), to: whole(to.bearing), others, isDetailed };
}

/** The junctions on a line of the network in the order of travel, each with the directions of the roads that meet there. */
export function junctionsOn(roads: RoadGraph, line: readonly LinePoint[]): Junction[] {
  return groupsOf(nodesOn(roads, line), line).flatMap((group) => junctionOf(roads, line, group) ?? []);
}
