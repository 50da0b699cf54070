import { FACTS, SOURCES_PER_FLAG, type NetworkLine as ReadLine } from "@/lib/geo/roads/network-file";
import { ROAD_CLASSES, SURFACES } from "@/lib/geo/roads/rules";

/** A line of a network file; points are [latitude, longitude] in integers of the file's scale. */
export type NetworkLine = Omit<ReadLine, "points"> & { points: [lat: number, lng: number][] };

/** Class codes of the network files. */
export const CLASSES: readonly string[] = ["", ...ROAD_CLASSES.slice(1)];

/** Value of a line's flag: the source of the line. */
export const FLAGS = {
  osm: 0,
  omt: 1,
  vic: 2,
  "osm-catalog": 3,
  dnit: 4,
  "osm-extract": 5,
  "sie-sc": 8,
  "der-sp": 16,
} as const;

/**
 * Numbers of variable length, seven bits a byte: class, index of the road number + 1, source and surface, where a line
 * of the file has a name, altitudes or one direction the bits of these facts and the index of the name + 1, count of
 * points, then for each point the zigzag differences of longitude and latitude, and the altitudes if there are some. The
 * first point counts from the first point of the line before it.
 */
export function packLines(lines: readonly NetworkLine[]): PackedLines {
  const hasFacts = lines.some(({ name, isOneWay, heights }) => name ?? isOneWay ?? heights);
  return packEach(lines, hasFacts);
}

export type PackedLines = { bytes: Uint8Array; refs: string[]; names?: string[] };

/** Packs lines that need not be in memory at the same time. */
export function packEach(lines: Iterable<NetworkLine>, hasFacts: boolean): PackedLines {
  const bytes = new Bytes();
  const [refs, names] = [new Numbered(), new Numbered()];
  let start: [number, number] = [0, 0];
  for (const line of lines) {
    const { roadClass, flag, points } = line;
    const [first] = points;
    if (!first) continue;
    const surface = line.surface ? SURFACES.indexOf(line.surface) + 1 : 0;
    const bits = (line.isOneWay ? FACTS.oneWay : 0) + (line.heights ? FACTS.heights : 0);
    const facts = hasFacts ? [bits, names.of(line.name)] : [];
    for (const value of [roadClass, refs.of(line.ref), flag + surface * SOURCES_PER_FLAG, ...facts, points.length])
      bytes.pushNumber(value);
    let [lat, lng] = start;
    for (const point of points) {
      bytes.pushNumber(zigzag(point[1] - lng));
      bytes.pushNumber(zigzag(point[0] - lat));
      [lat, lng] = point;
    }
    for (const [index, metres] of (line.heights ?? []).entries())
      bytes.pushNumber(zigzag(metres - (line.heights![index - 1] ?? 0)));
    start = first;
  }
  return { bytes: bytes.written(), refs: refs.texts, ...(hasFacts && { names: names.texts }) };
}

/** Texts with numbers from 1 in the order of their first appearance; 0 is none. */
class Numbered {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string | null | undefined): number {
    if (!text) return 0;
    const known = this.numbers.get(text) ?? this.texts.push(text);
    this.numbers.set(text, known);
    return known;
  }
}

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

/** A growing list of bytes. */
class Bytes {
  private length = 0;
  private values = new Uint8Array(4096);

  pushNumber(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.push(rest);
  }

  written(): Uint8Array {
    return this.values.slice(0, this.length);
  }

  private push(byte: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = byte;
  }
}
