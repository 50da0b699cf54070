import { readFileSync } from "node:fs";

/** Header of a network file: the JSON file with the same name. */
export type NetworkHeader = { credit: string; scale: number; refs: readonly string[] };

/** Surfaces of lines, in the order of their codes. */
export const SURFACES = ["unknown", "paved", "unpaved"] as const;
export type Surface = (typeof SURFACES)[number];

/**
 * One line of a network file; `flag` is its source, `points` holds longitude and latitude in 1e-5 degrees, one after the
 * other.
 */
export type NetworkLine = {
  roadClass: number;
  ref: string | null;
  flag: number;
  surface: Surface;
  points: number[];
};

const UNITS = 1e5;
/** A number of the file is the source plus this many times the surface. */
const SOURCES_PER_FLAG = 32;

/**
 * Reads the lines of a network file. Each line is a row of variable-length numbers: class, number of the road in `refs`
 * plus 1, source and surface, count of points, and the zigzag differences of the coordinates. The first point of a line is relative to
 * the first point of the line before it. The format is documented in scripts/roads/README.md.
 */
export function* readLines(bytes: Uint8Array, header: NetworkHeader): Generator<NetworkLine> {
  let position = 0;
  const read = (): number => {
    let [value, factor, byte] = [0, 1, 0];
    do {
      byte = bytes[position++]!;
      value += (byte & 0x7f) * factor;
      factor *= 128;
    } while (byte >= 0x80);
    return value;
  };
  const readSigned = (): number => {
    const value = read();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const toUnits = UNITS / header.scale;
  let start = [0, 0];
  while (position < bytes.length) {
    const [roadClass, ref, flag, count] = [read(), read(), read(), read()];
    let [lng, lat] = start as [number, number];
    const points: number[] = [];
    for (let index = 0; index < count; index++) {
      lng += readSigned();
      lat += readSigned();
      if (index === 0) start = [lng, lat];
      points.push(Math.round(lng * toUnits), Math.round(lat * toUnits));
    }
    const surface = SURFACES[Math.floor(flag / SOURCES_PER_FLAG)] ?? "unknown";
    yield {
      roadClass,
      ref: ref === 0 ? null : (header.refs[ref - 1] ?? null),
      flag: flag % SOURCES_PER_FLAG,
      surface,
      points,
    };
  }
}

/** Reads a network file and the header beside it (`network.bin` and `network.json`). */
export function readNetworkFile(file: string): { header: NetworkHeader; lines: NetworkLine[] } {
  const header = JSON.parse(readFileSync(file.replace(/\.bin$/, ".json"), "utf8")) as NetworkHeader;
  return { header, lines: [...readLines(readFileSync(file), header)] };
}
