import path from "node:path";
import type { GeoOptions } from "./arguments";
import { writeBaseMap } from "./base-map";
import { writeCoverage } from "./extract-dates";
import { writeNetwork } from "./network";
import { writePlaces } from "./places";
import { tenths } from "./progress";
import { joinExtracts } from "./refreshed";
import { StateGrid } from "./state-grid";
import { storedExtract, type DatedExtract } from "./stored-extract";

type Log = (text: string) => void;

async function readExtracts({ osm, ...options }: GeoOptions, grid: StateGrid, log: Log): Promise<DatedExtract[]> {
  const extracts: DatedExtract[] = [];
  for (const file of osm) {
    const name = path.basename(file);
    const progress = tenths((text) => log(`${name}: ${text}`));
    const { isStored, ...extract } = await storedExtract(file, { ...options, grid, progress });
    const counts = `${extract.lines.length} lines, ${extract.places.length} places, ${extract.date}`;
    log(`${name}: ${counts}${isStored ? " (read by an earlier run)" : ""}`);
    extracts.push(extract);
  }
  return extracts;
}

/** Refreshes the files of the portal below `root` from extracts; nothing is written when they cover no state. */
export async function refreshGeodata(root: string, options: GeoOptions, log: Log): Promise<void> {
  const grid = StateGrid.ofBrazil();
  const refreshed = joinExtracts(await readExtracts(options, grid, log), log);
  const states = Object.keys(refreshed.dates);
  if (states.length === 0) throw new Error("the extracts cover no state of Brazil as a whole; nothing was changed");
  const { kept, added } = writeNetwork(root, refreshed, grid);
  log(`network: ${kept} lines kept, ${added} of the extracts`);
  writePlaces(root, refreshed, grid);
  log(`places: ${refreshed.places.length}`);
  log(`base map: ${await writeBaseMap(root, refreshed, grid)} archives`);
  writeCoverage(root, refreshed.dates);
}
