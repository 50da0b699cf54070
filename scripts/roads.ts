/** Converts the road extracts into the files that the portal ships: `npm run roads -- <folder of extracts>`. */
import { readExtract, type ExtractRoute } from "./roads/extracts";
import { convertLeg, type RouteLegs } from "./roads/legs";
import { FLAGS } from "./roads/network-file";
import { readGovernmentNetwork, readOsmNetwork, readStateRoads } from "./roads/networks";
import { rowsJson, writeNetwork, writeOutput } from "./roads/outputs";

const OSM_CREDIT = "© OpenStreetMap contributors, © OpenMapTiles";

function writeNetworks(folder: string): void {
  writeNetwork("public/dados-abertos/osm/network", readOsmNetwork(folder), {
    credit: OSM_CREDIT,
    licence: "ODbL 1.0",
    sources: {
      [FLAGS.osm]: "osm: zoom 13 tiles of August 2021, 20 units of N, NE, CO",
      [FLAGS.omt]: "omt: zoom 7 tiles, S and SE",
      [FLAGS.vic]: "vic: Overpass, 2025-11-19, federal roads of S and SE",
      [FLAGS["osm-catalog"]]: "osm-catalog: Geofabrik, 2026-09-12, single roads of S and SE",
    },
  });
  writeNetwork("public/dados-abertos/gov/network-dnit", readGovernmentNetwork(folder, FLAGS.dnit), {
    credit: "DNIT, Sistema Nacional de Viação",
    licence: "dados abertos federais (Decreto 8.777/2016, art. 4)",
    sources: { [FLAGS.dnit]: "dnit: SNV, without planned straights" },
  });
  writeNetwork("supabase/seed/roads/switched/network-sie-sc", readStateRoads(folder), {
    credit: "SIE-SC, sistema rodoviário estadual, 04/2024",
    licence: "not confirmed",
    sources: { [FLAGS["sie-sc"]]: "sie-sc" },
  });
  writeNetwork("supabase/seed/roads/switched/network-der-sp", readGovernmentNetwork(folder, FLAGS["der-sp"]), {
    credit: "DER-SP",
    licence: "not confirmed",
    sources: { [FLAGS["der-sp"]]: "der-sp" },
  });
}

function writeRouteLegs(folder: string): void {
  const routes: RouteLegs[] = ["routes-20uf-osm.json", "routes-s-se.json"]
    .flatMap((name) => readExtract<{ routes: ExtractRoute[] }>(folder, name).routes)
    .map(({ route, legs }) => ({ route, legs: legs.flatMap(convertLeg) }))
    .toSorted((a, b) => (a.route < b.route ? -1 : 1));
  const note = `Lines of routes; format in scripts/roads/README.md. ODbL 1.0, ${OSM_CREDIT}.`;
  writeOutput("supabase/seed/roads/route-legs.json", rowsJson({ note, tolerance_m: 30 }, "routes", routes));
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: npm run roads -- <folder of extracts>");
writeNetworks(folder);
writeRouteLegs(folder);
