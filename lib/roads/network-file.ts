import { readFileSync } from "node:fs";

/** Header of a network file: the JSON file with the same name. */
export type NetworkHeader = { credit: string; scale: number; refs: readonly string[] };

/** One line of a network file; `points` holds longitude and latitude in 1e-5 degrees, one after the other. */
export type NetworkLine = { roadClass: number; ref: string | null; flag: number; points: number[] };

const UNITS = 1e5;

/**
 * Reads the lines of a network file. Each line is a row of variable-length numbers: class, number of the road in `refs`
 * plus 1, flag, count of points, and the zigzag differences of the coordinates. The first point of a line is relative to
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
    yield { roadClass, ref: ref === 0 ? null : (header.refs[ref - 1] ?? null), flag, points };
  }
}

/** Reads a network file and the header beside it (`network.bin` and `network.json`). */
export function readNetworkFile(file: string): { header: NetworkHeader; lines: NetworkLine[] } {
  const header = JSON.parse(readFileSync(file.replace(/\.bin$/, ".json"), "utf8")) as NetworkHeader;
  return { header, lines: [...readLines(readFileSync(file), header)] };
}
