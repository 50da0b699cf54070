import { existsSync } from "node:fs";
import path from "node:path";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { readJson, writeWhole } from "./output";

const FILE = "lib/geo/geo/extract-dates.json";

type Dates = Partial<Record<StateAbbr, string>>;

/** Writes which states have an extract, for pages that show where data exists. */
export function writeCoverage(root: string, dates: Dates): void {
  const file = path.join(root, FILE);
  const known = existsSync(file) ? readJson<Dates>(file) : {};
  const all = Object.entries({ ...known, ...dates }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeWhole(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
