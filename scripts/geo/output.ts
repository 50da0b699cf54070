import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { NetworkLine } from "@/lib/geo/roads/network-file";
import { CLASSES, packEach, type NetworkLine as PairLine } from "../roads/network-file";

/** Writes files under other names first, so that a run that is stopped never leaves half of them. */
function writeTogether(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, content);
  }
  for (const file of Object.keys(files)) renameSync(`${file}.part`, file);
}

export const writeWhole = (file: string, content: string | Uint8Array): void => writeTogether({ [file]: content });

export const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;

function* withPairs(lines: Iterable<NetworkLine>): Generator<PairLine> {
  for (const { points, ...line } of lines)
    yield {
      ...line,
      points: Array.from({ length: points.length / 2 }, (_, at): [number, number] => [
        points[2 * at + 1]!,
        points[2 * at]!,
      ]),
    };
}

/** Writes `<name>.bin` in units of 1e-5 degrees and its header `<name>.json`. */
export function writeLines(name: string, lines: readonly NetworkLine[], head: object): void {
  const { bytes, ...texts } = packEach(withPairs(lines), true);
  const facts = { ...head, scale: 1e5, classes: CLASSES, lines: lines.length, ...texts };
  writeTogether({ [`${name}.bin`]: bytes, [`${name}.json`]: `${JSON.stringify(facts)}\n` });
}

type Row = readonly unknown[];

/** JSON with lists of rows, one row a line, so that a change shows as changed rows. */
export function listsJson(head: object, lists: Readonly<Record<string, readonly Row[]>>): string {
  const texts = Object.entries(lists).map(
    ([key, rows]) => `${JSON.stringify(key)}:[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]`,
  );
  return `${JSON.stringify(head).slice(0, -1)},${texts.join(",\n")}}\n`;
}
