import type { StateAbbr } from "@/lib/geo/states/rules";
import { coveredStates, coverageOf } from "./coverage";
import type { ExtractLine, ExtractPlace } from "./read-extract";
import type { DatedExtract } from "./stored-extract";
import { withoutDoubles } from "./doubles";

/** What extracts have of the states that they cover, and the date of the extract of each state. */
export type Refreshed = {
  dates: Partial<Record<StateAbbr, string>>;
  lines: ExtractLine[];
  places: ExtractPlace[];
};

/** Joins extracts: each state is taken from the first one that covers it. */
export function joinExtracts(extracts: readonly DatedExtract[], log: (text: string) => void): Refreshed {
  const joined: Refreshed = { dates: {}, lines: [], places: [] };
  for (const { file, date, lines, places } of extracts) {
    const coverage = coverageOf(lines);
    const states = coveredStates(coverage).filter((abbr) => !(abbr in joined.dates));
    const shares = [...coverage].map(([abbr, share]) => `${abbr} ${Math.floor(share * 100)} %`);
    log(`${file}: towns with a road: ${shares.join(", ") || "none"}; refreshed: ${states.join(", ") || "none"}`);
    const isTaken = ({ state }: { state: StateAbbr | null }) => state !== null && states.includes(state);
    for (const state of states) joined.dates[state] = date;
    joined.lines = joined.lines.concat(lines.filter(isTaken));
    joined.places = joined.places.concat(withoutDoubles(places.filter(isTaken)));
  }
  return joined;
}
