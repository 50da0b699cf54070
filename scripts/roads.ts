/** Converts the road extracts into the files that the portal ships: `npm run roads -- <folder of extracts>`. */
import path from "node:path";
import { addedLegs, readExtract, type ExtractRoute } from "./roads/extracts";
import { Annotator } from "./roads/annotate";
import { assembleLegs } from "./roads/assemble";
import { LegRouter } from "./roads/leg-router";
import { readRouteStops } from "./roads/stops";
import { FLAGS } from "./roads/network-file";
import { mergeNetworks, readGovernmentNetwork, readOsmNetwork, readStateRoads, type Network } from "./roads/networks";
import { writeAltitudes, writeClimate, writePoints, writeTolls } from "./roads/points";
import { writeStretches } from "./roads/stretches";
import { rowsJson, writeNetwork, writeOutput } from "./roads/outputs";

const ROOT = path.join(import.meta.dirname, "..");
const OSM_LICENCE = { credit: "© OpenStreetMap contributors, © OpenMapTiles", licence: "ODbL 1.0" };

type Networks = Record<"osm" | "dnit" | "sieSc" | "derSp", Network>;

function readNetworks(folder: string): Networks {
  return {
    osm: readOsmNetwork(folder),
    dnit: readGovernmentNetwork(folder, FLAGS.dnit),
    sieSc: readStateRoads(folder),
    derSp: readGovernmentNetwork(folder, FLAGS["der-sp"]),
  };
}

function writeNetworks({ osm, dnit, sieSc, derSp }: Networks): void {
  writeNetwork("public/dados-abertos/osm/network", osm, {
    ...OSM_LICENCE,
    sources: {
      [FLAGS.osm]: "osm: zoom 13 tiles of August 2021, 20 units of N, NE, CO",
      [FLAGS.omt]: "omt: zoom 7 tiles, S and SE",
      [FLAGS.vic]: "vic: Overpass, 2025-11-19, federal roads of S and SE",
      [FLAGS["osm-catalog"]]: "osm-catalog: Geofabrik, 2026-09-12, single roads of S and SE",
    },
  });
  writeNetwork("public/dados-abertos/gov/network-dnit", dnit, {
    credit: "DNIT, Sistema Nacional de Viação",
    licence: "dados abertos federais (Decreto 8.777/2016, art. 4)",
    sources: { [FLAGS.dnit]: "dnit: SNV, without planned straights" },
  });
  writeNetwork("supabase/seed/roads/switched/network-sie-sc", sieSc, {
    credit: "SIE-SC, sistema rodoviário estadual, 04/2024",
    licence: "not confirmed",
    sources: { [FLAGS["sie-sc"]]: "sie-sc" },
  });
  writeNetwork("supabase/seed/roads/switched/network-der-sp", derSp, {
    credit: "DER-SP",
    licence: "not confirmed",
    sources: { [FLAGS["der-sp"]]: "der-sp" },
  });
}

/** Routes whose lines in the extract follow RO-479 and RR-342; the network has the roads that their texts name. */
const WRONG_IN_EXTRACT = ["RO/terra-do-cafe", "RR/serra-do-tepequem"];

function writeRouteLegs(folder: string, networks: Networks): void {
  const annotator = new Annotator(mergeNetworks(Object.values(networks)));
  const routers = { open: new LegRouter(ROOT, []), all: new LegRouter(ROOT, ["sie-sc", "der-sp"]) };
  const extracts = ["routes-20uf-osm.json", "routes-s-se.json"].flatMap(
    (name) => readExtract<{ routes: ExtractRoute[] }>(folder, name).routes,
  );
  const routes = readRouteStops()
    .map((stops) => {
      const isWrong = WRONG_IN_EXTRACT.includes(stops.route);
      const extracted = isWrong ? undefined : extracts.find(({ route }) => route === stops.route);
      const legs = [...addedLegs(stops), ...(extracted?.legs ?? [])];
      return assembleLegs(stops, legs, { routers, annotate: (leg) => annotator.annotate(leg) });
    })
    .toSorted((a, b) => (a.route < b.route ? -1 : 1));
  const note = "Lines of routes; format in scripts/roads/README.md.";
  const head = { note, tolerance_m: 30 };
  writeOutput("supabase/seed/roads/route-legs.json", rowsJson(head, "routes", routes));
  const open = routes.map(({ legs, ...route }) => ({ ...route, legs: legs.filter(({ needs }) => needs.length === 0) }));
  writeOutput("public/dados-abertos/osm/route-legs.json", rowsJson({ ...head, ...OSM_LICENCE }, "routes", open));
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: npm run roads -- <folder of extracts>");
const networks = readNetworks(folder);
writeNetworks(networks);
writeStretches(folder);
writeRouteLegs(folder, networks);
writeTolls(folder);
writePoints(folder);
writeClimate(folder);
writeAltitudes(folder);
