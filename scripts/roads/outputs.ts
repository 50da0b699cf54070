import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { NetworkHeader } from "@/lib/geo/roads/network-file";
import { CLASSES, packLines } from "./network-file";
import type { Network } from "./networks";

const ROOT = path.join(import.meta.dirname, "../..");

/** Writes a file of the repository and prints its size. */
export function writeOutput(name: string, content: string | Uint8Array): void {
  const file = path.join(ROOT, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${name}: ${Buffer.byteLength(content)} bytes`);
}

export type NetworkFacts = Pick<NetworkHeader, "credit" | "extracts"> & {
  licence: string;
  sources: Record<string, string>;
};

/** Writes `<name>.bin` and the description beside it, `<name>.json`. */
export function writeNetwork(name: string, { scale, lines }: Network, facts: NetworkFacts): void {
  const { bytes, ...texts } = packLines(lines);
  writeOutput(`${name}.bin`, bytes);
  writeOutput(
    `${name}.json`,
    `${JSON.stringify({ ...facts, scale, classes: CLASSES, lines: lines.length, ...texts })}\n`,
  );
}

/** JSON with one row a line, so that a change shows as changed rows. */
export function rowsJson(head: object, key: string, rows: readonly unknown[]): string {
  const text = rows.map((row) => JSON.stringify(row)).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(key)}:[\n${text}\n]}\n`;
}
