import { readFileSync } from "node:fs";
import type { StateAbbr } from "../states/rules";
import { SURFACES, type Surface } from "./rules";

/** Header of a network file: the JSON file with the same name. */
export type NetworkHeader = {
  credit: string;
  scale: number;
  refs: readonly string[];
  /** Names of roads, when each line has two more numbers: the bits of `FACTS` and the name. */
  names?: readonly string[];
  /** States whose lines come from an OpenStreetMap extract, with its date: no other source is used there. */
  extracts?: Readonly<Partial<Record<StateAbbr, string>>>;
};

/** One line of a network file; `points` holds longitude and latitude in 1e-5 degrees, one after the other. */
export type NetworkLine = {
  roadClass: number;
  ref: string | null;
  flag: number;
  points: number[];
  name?: string;
  surface?: Surface;
  /** Whether it may only be driven in the direction of its points. */
  isOneWay?: true;
  /** Metres above sea level of each point. */
  heights?: number[];
};

/** A road number as on signs, such as `SC-390`, `BR-101-SUL` or `01-SPA-568`; sources write it with other dashes too. */
const NUMBER = /^(\d{2}-)?([A-Z]{2,3})[-–_]+(\d{1,3}[A-Z]?)(?![A-Z\d])/;
const WORD = /[\p{L}]{3,}/u;
/** Small words of a name. */
const SMALL = new Set(["À", "AO", "DA", "DAS", "DE", "DO", "DOS", "E"]);

const capitalized = (word: string, index: number) =>
  index > 0 && SMALL.has(word) ? word.toLowerCase() : word.charAt(0) + word.slice(1).toLowerCase();

/**
 * The number of a road, or its name: some sources write names in capitals where the number is expected. Both are null
 * for an internal code such as `TIC03`, which is on no sign.
 */
export function numberOrName(designation: string | null): { ref: string | null; name: string | null } {
  const [, prefix = "", letters, digits] = NUMBER.exec(designation ?? "") ?? [];
  if (letters) return { ref: `${prefix}${letters}-${digits}`, name: null };
  const isName = designation !== null && WORD.test(designation) && !/\d/.test(designation);
  const words = isName ? designation.split(/[-\s]+/).filter(Boolean) : [];
  return { ref: null, name: words.map(capitalized).join(" ") || null };
}

const UNITS = 1e5;
/** The third number of a line is its source plus this many times its surface: 1 paved, 2 unpaved, 0 not known. */
export const SOURCES_PER_FLAG = 32;
/** Bits of a line in a file with names: one-way in the direction of the points, and altitudes follow the points. */
export const FACTS = { oneWay: 1, heights: 2 } as const;

/**
 * Reads the lines of a network file. Each line is a row of variable-length numbers: class, number of the road in `refs`
 * plus 1, source and surface, in files with names the bits of `FACTS` and number of the name plus 1, count of points, and
 * the zigzag differences of the coordinates. The first point of a line is relative to the first point of the line before
 * it. The format is documented in scripts/roads/README.md.
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
  const designations = header.refs.map(numberOrName);
  let start = [0, 0];
  while (position < bytes.length) {
    const [roadClass, ref, flag] = [read(), read(), read()];
    const [facts, name] = header.names ? [read(), read()] : [0, 0];
    const count = read();
    let [lng, lat] = start as [number, number];
    const points: number[] = [];
    for (let index = 0; index < count; index++) {
      lng += readSigned();
      lat += readSigned();
      if (index === 0) start = [lng, lat];
      points.push(Math.round(lng * toUnits), Math.round(lat * toUnits));
    }
    const [source, surface] = [flag % SOURCES_PER_FLAG, Math.floor(flag / SOURCES_PER_FLAG)];
    const designation = designations[ref - 1] ?? { ref: null, name: null };
    const line = { roadClass, ref: designation.ref, flag: source, points };
    const heights: number[] = [];
    if (facts & FACTS.heights)
      for (let metres = 0; heights.length < count; heights.push(metres)) metres += readSigned();
    const ownName = header.names?.[name - 1] ?? designation.name ?? undefined;
    yield { ...line, ...detailsOf(facts, surface, ownName), ...(heights.length > 0 && { heights }) };
  }
}

function detailsOf(facts: number, code: number, name?: string): Pick<NetworkLine, "name" | "surface" | "isOneWay"> {
  const surface = SURFACES[code - 1];
  return { ...(name && { name }), ...(surface && { surface }), ...(facts & FACTS.oneWay && { isOneWay: true }) };
}

/** Reads a network file and the header beside it (`network.bin` and `network.json`). */
export function readNetworkFile(file: string): { header: NetworkHeader; lines: NetworkLine[] } {
  const header = JSON.parse(readFileSync(file.replace(/\.bin$/, ".json"), "utf8")) as NetworkHeader;
  return { header, lines: [...readLines(readFileSync(file), header)] };
}
