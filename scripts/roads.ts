/** Converts the road extracts into the files that the portal ships: `npm run roads -- <folder of extracts>`. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readExtract, type ExtractRoute } from "./roads/extracts";
import { convertLeg, type RouteLegs } from "./roads/legs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: npm run roads -- <folder of extracts>");
const OUTPUT = path.join(import.meta.dirname, "../supabase/seed/roads");

const extracts = ["routes-20uf-osm.json", "routes-s-se.json"];
const routes: RouteLegs[] = extracts
  .flatMap((name) => readExtract<{ routes: ExtractRoute[] }>(folder, name).routes)
  .map(({ route, legs }) => ({ route, legs: legs.flatMap(convertLeg) }))
  .toSorted((a, b) => (a.route < b.route ? -1 : 1));

const note =
  "Lines of routes; format in scripts/roads/README.md. ODbL 1.0, © OpenStreetMap contributors, © OpenMapTiles.";
mkdirSync(OUTPUT, { recursive: true });
const rows = routes.map((route) => JSON.stringify(route)).join(",\n");
writeFileSync(
  path.join(OUTPUT, "route-legs.json"),
  `{"note":${JSON.stringify(note)},"tolerance_m":30,"routes":[\n${rows}\n]}\n`,
);
