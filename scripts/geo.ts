/** Refreshes roads, places and altitudes of states from OpenStreetMap extracts: `npm run geo`, see scripts/geo/README.md. */
import path from "node:path";
import { geoOptions } from "./geo/arguments";
import { refreshGeodata } from "./geo/run";

const start = Date.now();
const log = (text: string) => console.log(`${String(Math.round((Date.now() - start) / 1000)).padStart(5)} s  ${text}`);

try {
  await refreshGeodata(path.join(import.meta.dirname, ".."), geoOptions(process.argv.slice(2)), log);
  log(`done, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory`);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
  process.exitCode = 1;
}
