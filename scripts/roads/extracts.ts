import { readFileSync } from "node:fs";
import path from "node:path";

/** One leg of `routes-*.json`; `from` and `to` are indices of stops, `src` the kilometres by source. */
export type ExtractLeg = { from: number; to: number } & (
  | { km: number; line: string; src?: Record<string, number>; skip?: undefined }
  | { skip: string }
);
export type ExtractRoute = { route: string; legs: ExtractLeg[] };

/** Lists of the same length: class, index of the road number (-1 for none), flag and encoded line of each road. */
export type ExtractNetwork = {
  refs: string[];
  cls: number[];
  ref: number[];
  flag: number[];
  line: string[];
};

/** `roads-osm-catalog-part.json`. */
export type ExtractCatalog = { lines: { ref: string; line: string }[] };

/** `network-sc-sie.json`. */
export type ExtractStateRoads = { lines: { road: string; line: string }[] };

export function readExtract<Extract>(folder: string, name: string): Extract {
  return JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Extract;
}
