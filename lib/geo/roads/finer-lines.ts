import { LineTableBuilder, UNIT, type LineTable } from "./line-table";
import type { NetworkLine } from "./network-file";
import { PieceIndex } from "./piece-index";

/** Cosine of 35 degrees. */
const ALONG = 0.82;
/** Distance between two samples of a line in units of 1e-5 degrees, about 110 m. */
const STEP = 100;
/** Samples of the shortest part that is left out of a longer line, about 0.5 km. */
const SHORTEST_REPLACED = 5;
/** Samples that the same road may be farther away, in the bends that a coarse line cuts; an exact line cuts none. */
const LONGEST_ASIDE = 3;
const EXACT_KM = 0.1;

/** Steps between two samples of the class: about 0.4 km. */
const CLASS_STEPS = 4;

type Position = readonly [lng: number, lat: number];
type Sample = { lng: number; lat: number; dx: number; dy: number };
type Run = { points: number[]; isReplaced: boolean; samples: number };

type Step = { from: Position; to: Position; isVertex: boolean };

/** The pieces of a line in steps of at most 110 m; `isVertex`: the step ends at a vertex of the line. */
function* stepsOf({ points }: NetworkLine): Generator<Step> {
  let before: Position = [points[0]!, points[1]!];
  for (let at = 2; at < points.length; at += 2) {
    const [lng, lat] = [points[at - 2]!, points[at - 1]!];
    const [width, height] = [points[at]! - lng, points[at + 1]! - lat];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(width), Math.abs(height)) / STEP));
    for (let step = 1; step <= steps; step++) {
      const to: Position = [Math.round(lng + (width * step) / steps), Math.round(lat + (height * step) / steps)];
      yield { from: before, to, isVertex: step === steps };
      before = to;
    }
  }
}

/** Lines of finer sources, which replace those parts of a coarse line beside which they run. */
export class FinerLines {
  private readonly table: LineTable;
  /** Null without any line. */
  private readonly index: PieceIndex | null;

  /** `besideKm`: how far the two drawings of a road may be apart. */
  constructor(
    private readonly lines: readonly NetworkLine[],
    private readonly besideKm: number,
  ) {
    const builder = new LineTableBuilder();
    for (const { roadClass, points } of lines) {
      builder.startLine(roadClass);
      for (let at = 0; at < points.length; at += 2) builder.addVertex(points[at]!, points[at + 1]!, 0);
    }
    this.table = builder.finish();
    this.index = lines.length > 0 ? new PieceIndex(this.table) : null;
  }

  /** The parts of a line that no finer line replaces. */
  remainderOf(line: NetworkLine): number[][] {
    if (!this.index) return [line.points];
    const runs = this.runsOf(line);
    const isWhole = runs.length === 1;
    const kept: number[][] = [];
    let last: number[] | null = null;
    for (const { points, isReplaced, samples } of runs) {
      if (isReplaced && (isWhole || samples >= SHORTEST_REPLACED)) last = null;
      else if (last) last.push(...points.slice(2));
      else kept.push((last = [...points]));
    }
    return kept;
  }

  /** The line with the class of the lines beside most of it, and with their number if it has none. */
  withClassBeside(line: NetworkLine): NetworkLine {
    const samples = [...stepsOf(line)].filter((_, index) => index % CLASS_STEPS === 0);
    const beside = samples.map(({ from, to }) => this.lineBeside(from, to));
    const counts = new Map<number, NetworkLine[]>();
    for (const other of beside) if (other) counts.set(other.roadClass, [...(counts.get(other.roadClass) ?? []), other]);
    const [best] = [...counts.values()].sort((a, b) => b.length - a.length);
    if (!best || best.length <= samples.length / 2) return line;
    const ref = line.ref ?? best.find((other) => other.ref)?.ref ?? null;
    return { ...line, roadClass: best[0]!.roadClass, ref };
  }

  /** The line as runs that are beside a finer line or not; short runs aside belong to the runs around them. */
  private runsOf(line: NetworkLine): Run[] {
    const runs: Run[] = [];
    let isOpen = false;
    for (const { from, to, isVertex } of stepsOf(line)) {
      const isReplaced = this.isBeside(from, to);
      let run = runs.at(-1);
      if (run?.isReplaced !== isReplaced) {
        if (isOpen) run!.points.push(...from);
        runs.push((run = { points: [...from], isReplaced, samples: 0 }));
      }
      run.samples++;
      isOpen = !isVertex;
      if (isVertex) run.points.push(...to);
    }
    const longestAside = this.besideKm > EXACT_KM ? LONGEST_ASIDE : 0;
    return runs.reduce<Run[]>((joined, run) => {
      const last = joined.at(-1);
      const isAside = !run.isReplaced && run.samples <= longestAside;
      const isSame = last && (last.isReplaced === run.isReplaced || (isAside && last.isReplaced));
      if (!isSame) return [...joined, run];
      last.points.push(...run.points.slice(2));
      last.samples += run.samples;
      return joined;
    }, []);
  }

  private isBeside(from: Position, to: Position): boolean {
    return this.lineBeside(from, to) !== null;
  }

  /** The nearest line that runs beside a step. */
  private lineBeside(from: Position, to: Position): NetworkLine | null {
    const [lng, lat] = [Math.round((from[0] + to[0]) / 2), Math.round((from[1] + to[1]) / 2)];
    const squeeze = Math.cos((lat * UNIT * Math.PI) / 180);
    const sample = { lng, lat, dx: (to[0] - from[0]) * squeeze, dy: to[1] - from[1] };
    const found = this.index?.within(lng, lat, this.besideKm).find(({ vertex }) => this.isAlong(sample, vertex));
    return found ? this.lines[found.line]! : null;
  }

  private isAlong({ lat, dx, dy }: Sample, vertex: number): boolean {
    const { lng, lat: lats } = this.table;
    const squeeze = Math.cos((lat * UNIT * Math.PI) / 180);
    const [x, y] = [(lng[vertex + 1]! - lng[vertex]!) * squeeze, lats[vertex + 1]! - lats[vertex]!];
    const length = Math.hypot(x, y) * Math.hypot(dx, dy);
    return length > 0 && Math.abs(x * dx + y * dy) >= ALONG * length;
  }
}
