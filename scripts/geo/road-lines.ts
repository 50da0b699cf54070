import { simplifyLine } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { NODE_SCALE, type NodePositions } from "./node-positions";
import type { HeightTiles } from "./heights";
import type { ExtractLine, ReadOptions } from "./read-extract";
import type { Road } from "./tags";

/** Points leave a line where it keeps its course within this distance: hairpins keep their length. */
const TOLERANCE_M = 10;
/** Units of a degree in a network file. */
const LINE_SCALE = 1e5;
const M_PER_DEGREE = 111_195;
/** Halvings of a piece that crosses a border: the last one is below the size of a unit. */
const HALVINGS = 20;

type Point = readonly [lng: number, lat: number];
type Run = { state: StateAbbr | null; points: Point[] };

/** The lines of a way: cut at junctions, at borders of states and where the file lacks a node. */
export function linesOfRoad(
  road: Road,
  refs: readonly number[],
  nodes: NodePositions,
  { grid, heights = null }: ReadOptions,
): ExtractLine[] {
  const runs: Run[] = [];
  let [open, last]: [Run | null, Point | null] = [null, null];
  for (const ref of refs) {
    const index = nodes.indexOf(ref);
    if (index === null) {
      [open, last] = [null, null];
      continue;
    }
    const point: Point = [nodes.lng[index]! / NODE_SCALE, nodes.lat[index]! / NODE_SCALE];
    const state = grid.stateAt(...point);
    if (open && last && open.state !== state) {
      const border = borderBetween(last, point, (lng, lat) => grid.stateAt(lng, lat) === open!.state);
      open.points.push(border);
      runs.push((open = { state, points: [border, point] }));
    } else if (open) open.points.push(point);
    else runs.push((open = { state, points: [point] }));
    if (nodes.uses[index] === 2) runs.push((open = { state, points: [point] }));
    last = point;
  }
  return runs.flatMap((run) => lineOf(road, run, heights));
}

/** The last point from `from` to `to` of which `isInside` is true. */
export function borderBetween(from: Point, to: Point, isInside: (lng: number, lat: number) => boolean): Point {
  let [inside, outside] = [from, to];
  for (let step = 0; step < HALVINGS; step++) {
    const middle: Point = [(inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2];
    if (isInside(...middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

function lineOf({ direction, leavesGround, ...facts }: Road, run: Run, tiles: HeightTiles | null): ExtractLine[] {
  const { state } = run;
  if (run.points.length < 2) return [];
  const simple = simplifyLine(run.points, TOLERANCE_M, metresBeside);
  const kept = tiles && !leavesGround ? withSamples(simple) : simple;
  const ordered = direction === -1 ? kept.toReversed() : kept;
  const heights = tiles && heightsOf(ordered, tiles);
  const units = ordered.flatMap(([lng, lat]) => [Math.round(lng * LINE_SCALE), Math.round(lat * LINE_SCALE)]);
  const isPoint = units.every((value, index) => value === units[index % 2]);
  if (isPoint) return [];
  const oneWay = direction !== 0 && { isOneWay: true as const };
  return [{ ...facts, flag: 0, state, points: units, ...oneWay, ...(heights && { heights }) }];
}

/** Between two points farther apart than this, the altitude of the ground is read again. */
const SAMPLE_M = 250;

function withSamples(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    if (!next) return [point];
    const squeeze = Math.cos((point[1] * Math.PI) / 180);
    const metres = Math.hypot((next[0] - point[0]) * squeeze, next[1] - point[1]) * M_PER_DEGREE;
    const steps = Math.ceil(metres / SAMPLE_M);
    return Array.from({ length: steps }, (_, step): Point => {
      const share = step / steps;
      return [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share];
    });
  });
}

/** Metres above sea level of each point; null where the tiles lack one. */
function heightsOf(points: readonly Point[], tiles: HeightTiles): number[] | null {
  const heights = points.flatMap(([lng, lat]) => tiles.heightAt(lng, lat) ?? []);
  return heights.length === points.length ? heights.map(Math.round) : null;
}

/** Metres from a point to the straight line between two others, on a flat projection. */
function metresBeside([lng, lat]: Point, [lngA, latA]: Point, [lngB, latB]: Point): number {
  const squeeze = Math.cos((lat * Math.PI) / 180);
  const [ax, ay] = [(lngA - lng) * squeeze, latA - lat];
  const [dx, dy] = [(lngB - lng) * squeeze - ax, latB - lat - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
  return Math.hypot(ax + share * dx, ay + share * dy) * M_PER_DEGREE;
}
