import { FinerLines } from "./finer-lines";
import { LineTableBuilder, type LineTable } from "./line-table";
import type { NetworkLine } from "./network-file";
import { SURFACES, type Surface } from "./rules";

/**
 * Lines of one source. Those that fill gaps are used only where no earlier layer has a road. With `givesWayKm`, lines are
 * left out where an earlier layer draws the same road within this distance, in the same direction. Coarse sources have no common vertex where roads meet
 * and small gaps in a road: their lines are connected where they cross and continue.
 */
export type Layer = {
  source: string;
  fillsGaps: boolean;
  givesWayKm?: number;
  isCoarse: boolean;
  /** Its lines have a common vertex wherever roads meet, and none elsewhere. */
  isExact?: boolean;
  lines: readonly NetworkLine[];
};
/**
 * A tag contains the index of a number in `refs` and of the name of the same road in `names`. `cuts`: where lines were
 * cut off because an earlier layer has the road from there on.
 */
export type Assembled = { table: LineTable; refs: string[]; names: string[]; sources: string[]; cuts: Cuts };

/** Positions of cut ends. */
export class Cuts {
  private readonly keys = new Set<number>();

  /** Records the ends of a part that are not ends of its line. */
  addEndsOf(part: readonly number[], { points }: NetworkLine): void {
    if (part[0] !== points[0] || part[1] !== points[1]) this.keys.add(keyOf(part[0]!, part[1]!));
    const [lng, lat] = part.slice(-2) as [number, number];
    if (lng !== points.at(-2) || lat !== points.at(-1)) this.keys.add(keyOf(lng, lat));
  }

  has(lng: number, lat: number): boolean {
    return this.keys.has(keyOf(lng, lat));
  }
}

const keyOf = (lng: number, lat: number) => (lng + 2 ** 25) * 2 ** 26 + lat + 2 ** 25;

const NO_REF = "";
const NO_NAME = "";
const labelOf = (ref: string, name: string) => `${ref}\0${name}`;
const SOURCES_PER_TAG = 16;
/** Codes of the surface in a tag: 0 not known, then those of `SURFACES`. */
const SURFACES_PER_TAG = SURFACES.length + 1;
const tagOf = (ref: number, surface: Surface | undefined, source: number) =>
  (ref * SURFACES_PER_TAG + (surface ? SURFACES.indexOf(surface) + 1 : 0)) * SOURCES_PER_TAG + source;
export const refOfTag = (tag: number) => Math.floor(tag / SOURCES_PER_TAG / SURFACES_PER_TAG);
export const surfaceOfTag = (tag: number): Surface | undefined =>
  SURFACES[(Math.floor(tag / SOURCES_PER_TAG) % SURFACES_PER_TAG) - 1];
export const sourceOfTag = (tag: number) => tag % SOURCES_PER_TAG;

/** Side of a cell in units of 1e-5 degrees, about 170 m: more than the error of the coarsest source (52 m median). */
const CELL = 150;
/** Cells of a block on one side. */
const BLOCK = 64;
const COLUMNS = 2 ** 18;
/** Shorter parts of a gap-filling line are not a gap but the same road, drawn farther to the side. */
const SHORTEST_GAP = 4;
/** Cells of the longest covered run that stays beside a gap, about 2 km. */
const LONGEST_OVERLAP = 12;
/** Two sources draw the same road in different cells of this grid now and then. */
const REF_SHARE = 0.4;

const cellOf = (lng: number, lat: number) => Math.floor(lat / CELL) * COLUMNS + Math.floor(lng / CELL);
const blockOf = (lng: number, lat: number) => Math.floor(lat / CELL / BLOCK) * COLUMNS + Math.floor(lng / CELL / BLOCK);

type Position = readonly [lng: number, lat: number, isVertex: boolean];

/** The vertices of a line and positions between them, at most one cell apart. */
function* positionsOf({ points }: NetworkLine): Generator<Position> {
  for (let at = 0; at < points.length; at += 2) {
    const [lng, lat] = [points[at]!, points[at + 1]!];
    yield [lng, lat, true];
    if (at + 2 >= points.length) return;
    const [width, height] = [points[at + 2]! - lng, points[at + 3]! - lat];
    const steps = Math.ceil(Math.max(Math.abs(width), Math.abs(height)) / CELL);
    for (let step = 1; step < steps; step++)
      yield [Math.round(lng + (width * step) / steps), Math.round(lat + (height * step) / steps), false];
  }
}

/** Where earlier layers have roads, near the lines that may fill gaps; the rest of the country is not recorded. */
class Coverage {
  private readonly watched = new Set<number>();
  private readonly covered = new Set<number>();
  private readonly refs = new Map<number, string>();

  /** Watches the surroundings of a line that may fill a gap, and records its road number. */
  watch(line: NetworkLine): void {
    for (const [lng, lat] of positionsOf(line)) {
      this.watched.add(blockOf(lng, lat));
      if (line.ref) this.refs.set(cellOf(lng, lat), line.ref);
    }
  }

  cover(line: NetworkLine): void {
    if (!this.isWatched(line)) return;
    for (const [lng, lat] of positionsOf(line)) this.covered.add(cellOf(lng, lat));
  }

  isCovered(lng: number, lat: number): boolean {
    const middle = cellOf(lng, lat);
    for (let row = -COLUMNS; row <= COLUMNS; row += COLUMNS)
      for (let column = -1; column <= 1; column++) if (this.covered.has(middle + row + column)) return true;
    return false;
  }

  /** The road number of gap-filling lines in most of the cells of a line; null when there is none. */
  refBeside(line: NetworkLine): string | null {
    if (!this.isWatched(line)) return null;
    const counts = new Map<string, number>();
    let cells = 0;
    for (const [lng, lat] of positionsOf(line)) {
      cells++;
      const ref = this.refs.get(cellOf(lng, lat));
      if (ref) counts.set(ref, (counts.get(ref) ?? 0) + 1);
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return best && best[1] >= cells * REF_SHARE ? best[0] : null;
  }

  isWatched({ points }: NetworkLine): boolean {
    for (let at = 0; at < points.length; at += 2)
      if (this.watched.has(blockOf(points[at]!, points[at + 1]!))) return true;
    return false;
  }
}

type Run = { points: number[]; isCovered: boolean; cells: number };

/** The line as runs that are covered or not; each run begins and ends where the neighbouring ones do. */
function runsOf(line: NetworkLine, coverage: Coverage): Run[] {
  const runs: Run[] = [];
  let before: number[] = [];
  for (const [lng, lat, isVertex] of positionsOf(line)) {
    const isCovered = coverage.isCovered(lng, lat);
    let run = runs.at(-1);
    if (run?.isCovered !== isCovered) {
      if (run && !run.points.slice(-2).every((value, axis) => value === before[axis])) run.points.push(...before);
      run = { points: [...before], isCovered, cells: 0 };
      runs.push(run);
    }
    run.cells++;
    before = [lng, lat];
    if (isVertex) run.points.push(lng, lat);
  }
  return runs;
}

/**
 * The parts of a line that fill gaps. A short covered run beside a gap stays: it leads to the road that the line meets,
 * and cut off there, the line would end some cells before it.
 */
function gapsOf(line: NetworkLine, coverage: Coverage): number[][] {
  const runs = runsOf(line, coverage);
  const isGap = ({ isCovered, cells }: Run) => !isCovered && cells >= SHORTEST_GAP;
  const gaps: number[][] = [];
  let last: number[] | null = null;
  for (const [at, run] of runs.entries()) {
    const isBeside = [runs[at - 1], runs[at + 1]].some((other) => other && isGap(other));
    const isKept = isGap(run) || (run.cells <= LONGEST_OVERLAP && isBeside);
    if (isKept && last) last.push(...run.points.slice(2));
    else if (isKept) gaps.push((last = [...run.points]));
    else last = null;
  }
  return gaps;
}

/** The lines of layers in the surroundings of other lines. */
export function linesBeside(layers: readonly Pick<Layer, "lines">[], others: readonly NetworkLine[]): NetworkLine[] {
  const surroundings = new Coverage();
  for (const line of others) surroundings.watch(line);
  return layers.flatMap(({ lines }) => lines.filter((line) => surroundings.isWatched(line)));
}

/** Joins the layers into one table: all lines of the first ones, and the parts of the others where those have no road. */
export function assembleLayers(layers: readonly Layer[]): Assembled {
  const builder = new LineTableBuilder();
  const [refs, names] = [[NO_REF], [NO_NAME]];
  const labels = new Map([[labelOf(NO_REF, NO_NAME), 0]]);
  const coverage = new Coverage();
  const cuts = new Cuts();
  const numberOf = (ref: string, name: string) => {
    const label = labelOf(ref, name);
    if (!labels.has(label)) {
      labels.set(label, refs.push(ref) - 1);
      names.push(name);
    }
    return labels.get(label)!;
  };
  const add = (points: readonly number[], line: NetworkLine, tag: number) => {
    if (points.length < 4) return;
    builder.startLine(line.roadClass, line.isOneWay ? 1 : 0);
    // A part of a line has other points than its altitudes.
    const heights = points === line.points ? line.heights : undefined;
    for (let at = 0; at < points.length; at += 2)
      builder.addVertex(points[at]!, points[at + 1]!, tag, heights?.[at / 2]);
  };
  for (const { fillsGaps, lines } of layers) if (fillsGaps) for (const line of lines) coverage.watch(line);
  for (const [source, { fillsGaps, givesWayKm, lines }] of layers.entries()) {
    const finer = givesWayKm ? new FinerLines(linesBeside(layers.slice(0, source), lines), givesWayKm) : null;
    for (const line of lines) {
      const number = numberOf(line.ref ?? coverage.refBeside(line) ?? NO_REF, line.name ?? NO_NAME);
      const tag = tagOf(number, line.surface, source);
      const parts = finer?.remainderOf(line) ?? (fillsGaps ? gapsOf(line, coverage) : [line.points]);
      for (const points of parts) add(points, line, tag);
      for (const points of parts) cuts.addEndsOf(points, line);
      coverage.cover(line);
    }
  }
  return { table: builder.finish(), refs, names, sources: layers.map(({ source }) => source), cuts };
}
