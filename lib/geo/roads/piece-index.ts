import Flatbush from "flatbush";
import { projectToPiece, type LineTable, type Projected } from "./line-table";

export type NearestPiece = Projected & { line: number; vertex: number };

/** Kilometres of one unit of latitude. */
const KM_PER_UNIT = 111.195e-5;
/** The search grows through these distances until it finds a piece. */
const RADII_KM = [0.5, 2, 8, 32, 128, 512, 2048, 8192];

/** Finds the pieces (two vertices that follow each other) near a position. */
export class PieceIndex {
  private readonly boxes: Flatbush;
  /** First vertex and line of each indexed piece. */
  private readonly vertexOf: Int32Array;
  private readonly lineOf: Int32Array;

  /** `boxes`: the bytes of an index of the same table, which is not calculated again. */
  constructor(
    private readonly table: LineTable,
    boxes?: ArrayBuffer,
  ) {
    const pieces = table.lng.length - table.count;
    this.vertexOf = new Int32Array(pieces);
    this.lineOf = new Int32Array(pieces);
    let item = 0;
    for (let line = 0; line < table.count; line++)
      for (let vertex = table.start[line]!; vertex < table.start[line + 1]! - 1; vertex++) {
        this.vertexOf[item] = vertex;
        this.lineOf[item++] = line;
      }
    this.boxes = boxes ? Flatbush.from(boxes) : this.calculateBoxes();
  }

  get bytes(): ArrayBuffer {
    return this.boxes.data as ArrayBuffer;
  }

  private calculateBoxes(): Flatbush {
    const { lng, lat } = this.table;
    const boxes = new Flatbush(this.vertexOf.length, 16, Int32Array);
    for (const vertex of this.vertexOf) {
      const [x0, y0, x1, y1] = [lng[vertex]!, lat[vertex]!, lng[vertex + 1]!, lat[vertex + 1]!];
      boxes.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    }
    boxes.finish();
    return boxes;
  }

  /** The nearest point of every line within `km` that `accepts`, nearest first. */
  within(lng: number, lat: number, km: number, accepts: (line: number) => boolean = () => true): NearestPiece[] {
    const height = km / KM_PER_UNIT;
    const width = height / Math.max(0.1, Math.cos((lat * 1e-5 * Math.PI) / 180));
    const items = this.boxes.search(lng - width, lat - height, lng + width, lat + height, (item) =>
      accepts(this.lineOf[item]!),
    );
    const nearest = new Map<number, NearestPiece>();
    // Sorted, because the order of the index is not the order of the file.
    for (const item of items.sort((a, b) => a - b)) {
      const [line, vertex] = [this.lineOf[item]!, this.vertexOf[item]!];
      const point = projectToPiece(this.table, vertex, lng, lat);
      if (point.km <= km && point.km < (nearest.get(line)?.km ?? Infinity))
        nearest.set(line, Object.assign(point, { line, vertex }));
    }
    return [...nearest.values()].sort((a, b) => a.km - b.km || a.line - b.line);
  }

  /** The nearest point of the accepted lines, at any distance; null when there is no such line. */
  nearest(lng: number, lat: number, accepts?: (line: number) => boolean): NearestPiece | null {
    for (const km of RADII_KM) {
      const [found] = this.within(lng, lat, km, accepts);
      if (found) return found;
    }
    return null;
  }

  /** The points where two accepted lines cross without a common vertex, as a point on each of them. */
  crossings(accepts: (line: number) => boolean): [NearestPiece, NearestPiece][] {
    const { lng, lat } = this.table;
    const found: [NearestPiece, NearestPiece][] = [];
    for (let item = 0; item < this.vertexOf.length; item++) {
      const [vertex, line] = [this.vertexOf[item]!, this.lineOf[item]!];
      if (!accepts(line)) continue;
      const [x0, y0, x1, y1] = [lng[vertex]!, lat[vertex]!, lng[vertex + 1]!, lat[vertex + 1]!];
      const box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)] as const;
      const others = this.boxes.search(
        ...box,
        (other) => other > item && this.lineOf[other] !== line && accepts(this.lineOf[other]!),
      );
      for (const other of others.sort((a, b) => a - b)) {
        const crossing = crossingOf(this.table, vertex, this.vertexOf[other]!);
        if (crossing)
          found.push([
            { ...crossing, share: crossing.shareA, km: 0, line, vertex },
            { ...crossing, share: crossing.shareB, km: 0, line: this.lineOf[other]!, vertex: this.vertexOf[other]! },
          ]);
      }
    }
    return found;
  }
}

/** Where two pieces cross; null when they do not, or only touch at an end. */
function crossingOf({ lng, lat }: LineTable, a: number, b: number) {
  const [ax, ay] = [lng[a + 1]! - lng[a]!, lat[a + 1]! - lat[a]!];
  const [bx, by] = [lng[b + 1]! - lng[b]!, lat[b + 1]! - lat[b]!];
  const [dx, dy] = [lng[b]! - lng[a]!, lat[b]! - lat[a]!];
  const denominator = ax * by - ay * bx;
  const shareA = (dx * by - dy * bx) / denominator;
  const shareB = (dx * ay - dy * ax) / denominator;
  if (!(shareA > 0 && shareA < 1 && shareB > 0 && shareB < 1)) return null;
  return { lng: Math.round(lng[a]! + shareA * ax), lat: Math.round(lat[a]! + shareA * ay), shareA, shareB };
}
