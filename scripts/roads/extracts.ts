import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteStops } from "./stops";

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
export type ExtractStateRoads = {
  lines: { road: string; from: string; to: string; km0: number; km1: number; sit: string; line: string }[];
};

export function readExtract<Extract>(folder: string, name: string): Extract {
  return JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Extract;
}

/** `leg-additions.json`: lines between two stops of a route on roads that the networks do not have. */
type LegAdditions = { rows: [route: string, from: string, to: string, line: string][] };

const ADDITIONS = readExtract<LegAdditions>(import.meta.dirname, "leg-additions.json");

/** The added lines of a route; throws an error for a stop that is not on it. */
export function addedLegs({ route, stops }: RouteStops): ExtractLeg[] {
  const indexOf = (name: string) => {
    const stop = stops.find((located) => located.name === name);
    if (!stop) throw new Error(`leg-additions.json: ${route} has no located stop ${name}`);
    return stop.position - 1;
  };
  return ADDITIONS.rows
    .filter(([of]) => of === route)
    .map(([, from, to, line]) => ({ from: indexOf(from), to: indexOf(to), km: 0, line }));
}
