import { LineTableBuilder, type LineTable } from "./line-table";
import type { NetworkLine } from "./network-file";

/**
 * Lines of one source. Those that fill gaps are used only where no earlier layer has a road. Coarse sources have no
 * common vertex where roads meet and small gaps in a road: their lines are connected where they cross and continue.
 */
export type Layer = { source: string; fillsGaps: boolean; isCoarse: boolean; lines: readonly NetworkLine[] };
export type Assembled = { table: LineTable; refs: string[]; sources: string[] };

const NO_REF = "";
const SOURCES_PER_TAG = 16;
const tagOf = (ref: number, source: number) => ref * SOURCES_PER_TAG + source;
export const refOfTag = (tag: number) => Math.floor(tag / SOURCES_PER_TAG);
export const sourceOfTag = (tag: number) => tag % SOURCES_PER_TAG;

/** Side of a cell in units of 1e-5 degrees, about 170 m: more than the error of the coarsest source (52 m median). */
const CELL = 150;
/** Cells of a block on one side. */
const BLOCK = 64;
const COLUMNS = 2 ** 18;
/** Shorter parts of a gap-filling line are not a gap but the same road, drawn farther to the side. */
const SHORTEST_GAP = 4;
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

  private isWatched({ points }: NetworkLine): boolean {
    for (let at = 0; at < points.length; at += 2)
      if (this.watched.has(blockOf(points[at]!, points[at + 1]!))) return true;
    return false;
  }
}

/** The parts of a line without coverage; each begins and ends on the covered road, if the line does. */
function gapsOf(line: NetworkLine, coverage: Coverage): number[][] {
  const gaps: number[][] = [];
  let run: { points: number[]; cells: number } | null = null;
  let before: number[] = [];
  const close = () => {
    if (run && run.cells >= SHORTEST_GAP) gaps.push(run.points);
    run = null;
  };
  for (const [lng, lat, isVertex] of positionsOf(line)) {
    if (coverage.isCovered(lng, lat)) {
      run?.points.push(lng, lat);
      close();
    } else {
      run ??= { points: [...before], cells: 0 };
      run.cells++;
      if (isVertex) run.points.push(lng, lat);
    }
    before = [lng, lat];
  }
  close();
  return gaps;
}

/** Joins the layers into one table: all lines of the first ones, and the parts of the others where those have no road. */
export function assembleLayers(layers: readonly Layer[]): Assembled {
  const builder = new LineTableBuilder();
  const refs = [NO_REF];
  const refNumbers = new Map([[NO_REF, 0]]);
  const coverage = new Coverage();
  const numberOf = (ref: string) => {
    if (!refNumbers.has(ref)) refNumbers.set(ref, refs.push(ref) - 1);
    return refNumbers.get(ref)!;
  };
  const add = (points: readonly number[], { roadClass }: NetworkLine, tag: number) => {
    if (points.length < 4) return;
    builder.startLine(roadClass);
    for (let at = 0; at < points.length; at += 2) builder.addVertex(points[at]!, points[at + 1]!, tag);
  };
  for (const { fillsGaps, lines } of layers) if (fillsGaps) for (const line of lines) coverage.watch(line);
  for (const [source, { fillsGaps, lines }] of layers.entries())
    for (const line of lines) {
      const tag = tagOf(numberOf(line.ref ?? coverage.refBeside(line) ?? NO_REF), source);
      for (const points of fillsGaps ? gapsOf(line, coverage) : [line.points]) add(points, line, tag);
      coverage.cover(line);
    }
  return { table: builder.finish(), refs, sources: layers.map(({ source }) => source) };
}
