import { kmBetween } from "./rules";

/** Degrees per unit of the integer coordinates. */
export const UNIT = 1e-5;

/** A growing list of 32-bit integers; half the memory of an array of numbers. */
class Integers {
  length = 0;
  private values = new Int32Array(1024);

  get last(): number | undefined {
    return this.values[this.length - 1];
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  replaceLast(value: number): void {
    this.values[this.length - 1] = value;
  }

  trimmed(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

/**
 * Lines with integer coordinates. Each vertex has a tag: road number, surface and source of the piece that starts there.
 */
export type LineTable = {
  count: number;
  /** First vertex of each line; one entry more than lines. */
  start: Int32Array;
  roadClass: Int32Array;
  /** 1 for lines that may only be driven in the order of their vertices. */
  oneWay: Int32Array;
  lng: Int32Array;
  lat: Int32Array;
  tag: Int32Array;
  /** Metres above sea level of each vertex, or `NO_HEIGHT`; empty when none is known. */
  height: Int16Array;
};

export const NO_HEIGHT = -32_768;

export class LineTableBuilder {
  private readonly start = new Integers();
  private readonly roadClass = new Integers();
  private readonly oneWay = new Integers();
  private readonly lng = new Integers();
  private readonly lat = new Integers();
  private readonly tag = new Integers();
  private readonly height = new Integers();
  private hasHeights = false;

  /** Starts a line; its vertices follow with `addVertex`. */
  startLine(roadClass: number, oneWay = 0): void {
    this.start.push(this.lng.length);
    this.roadClass.push(roadClass);
    this.oneWay.push(oneWay);
  }

  /** Adds a vertex to the last line; one at the position of the vertex before it only gives that vertex its tag. */
  addVertex(lng: number, lat: number, tag: number, height = NO_HEIGHT): void {
    const isFirst = this.start.last === this.lng.length;
    if (!isFirst && this.lng.last === lng && this.lat.last === lat) return this.tag.replaceLast(tag);
    this.lng.push(lng);
    this.lat.push(lat);
    this.tag.push(tag);
    this.height.push(height);
    this.hasHeights ||= height !== NO_HEIGHT;
  }

  /** The lines added so far. */
  finish(): LineTable {
    const count = this.start.length;
    const start = new Int32Array(count + 1);
    start.set(this.start.trimmed());
    start[count] = this.lng.length;
    return {
      count,
      start,
      roadClass: this.roadClass.trimmed(),
      oneWay: this.oneWay.trimmed(),
      lng: this.lng.trimmed(),
      lat: this.lat.trimmed(),
      tag: this.tag.trimmed(),
      height: Int16Array.from(this.hasHeights ? this.height.trimmed() : []),
    };
  }
}

/** Copies a range of vertices of a line into the last line of a builder, backwards when `to` is before `from`. */
export function copyVertices(table: LineTable, from: number, to: number, target: LineTableBuilder): void {
  const step = to >= from ? 1 : -1;
  for (let vertex = from; vertex !== to + step; vertex += step)
    // The tag belongs to the piece after the vertex, which is the piece before it when the order is reversed.
    target.addVertex(
      table.lng[vertex]!,
      table.lat[vertex]!,
      table.tag[step === 1 ? vertex : Math.max(vertex - 1, to)]!,
      table.height[vertex],
    );
}

/** Kilometres between two vertices of the same table. */
export const kmOfPiece = ({ lng, lat }: LineTable, a: number, b: number) =>
  kmBetween(lat[a]! * UNIT, lng[a]! * UNIT, lat[b]! * UNIT, lng[b]! * UNIT);

export type Projected = { lng: number; lat: number; share: number; km: number };

const KM_PER_UNIT = 111.195 * UNIT;

/** The point of the piece `vertex` → `vertex + 1` that is nearest to a position, on a flat projection around it. */
export function projectToPiece(table: LineTable, vertex: number, lng: number, lat: number): Projected {
  const squeeze = Math.cos((lat * UNIT * Math.PI) / 180);
  const [ax, ay] = [(table.lng[vertex]! - lng) * squeeze, table.lat[vertex]! - lat];
  const [dx, dy] = [(table.lng[vertex + 1]! - lng) * squeeze - ax, table.lat[vertex + 1]! - lat - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
  const [x, y] = [ax + share * dx, ay + share * dy];
  return {
    lng: Math.round(lng + x / squeeze),
    lat: Math.round(lat + y),
    share,
    km: Math.hypot(x, y) * KM_PER_UNIT,
  };
}
