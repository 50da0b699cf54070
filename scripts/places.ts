/** Writes the files of map places from the extracts: `npx tsx scripts/places.ts <folder of extracts>`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { nearestState, stateOfPoint, type GeoPoint, type StateCollection } from "@/lib/geo/geo/rules";
import { readExtract } from "./roads/extracts";
import { writeOutput } from "./roads/outputs";
import { isPlaceName, withoutDoubles } from "./places/filter";
import { museumRows, type MuseumExtract } from "./places/museums";
import { hospitalRows } from "./places/hospitals";
import { CLASSES, isListed, nearestTown, type Museum } from "./places/osm-rows";

const STATES = path.join(import.meta.dirname, "../public/map/states.json");
const { features } = JSON.parse(readFileSync(STATES, "utf8")) as StateCollection;

type Row = [lng: number, lat: number, name: string];

/** East of this longitude only the sea lies beside the states, whose outlines are simplified. */
const COAST_LNG = -50.5;
const SHORE_KM = 2;
function stateAt({ lat, lng }: GeoPoint): string | null {
  return lng > COAST_LNG ? nearestState(lat, lng, features, SHORE_KM) : stateOfPoint(lat, lng, features);
}

function osmPlaces(folder: string, museums: readonly Museum[]) {
  const extract = readExtract<Record<(typeof CLASSES)[number], Row[]>>(folder, "places-20uf-osm.json");
  const all = CLASSES.flatMap((of) =>
    extract[of].map(([lng, lat, name]) => ({ class: of, lat, lng, name: name.replaceAll(/\s+/g, " ").trim() })),
  );
  const named = all.filter((place) => isPlaceName(place.name, place.class)).filter(({ name }) => name !== "");
  const listed = withoutDoubles(named)
    .filter((place) => place.class !== "museum" || !isListed(place, museums))
    .flatMap((place) => {
      const state = stateAt(place);
      return state ? [{ ...place, state, town: nearestTown(place, state) }] : [];
    });
  console.log(`OpenStreetMap: ${all.length} rows, ${named.length} with a name of their own, ${listed.length} places`);
  return listed;
}

function writeRows(name: string, facts: object, rows: Record<string, readonly unknown[]>): void {
  const parts = Object.entries(rows).map(
    ([key, list]) => `${JSON.stringify(key)}:[\n${list.map((row) => JSON.stringify(row)).join(",\n")}\n]`,
  );
  writeOutput(name, `${JSON.stringify(facts).slice(0, -1)},${parts.join(",\n")}}\n`);
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: npx tsx scripts/places.ts <folder of extracts>");
const museums = museumRows(readExtract<MuseumExtract>(folder, "museums-ibram-2015.json"));
const places = osmPlaces(
  folder,
  museums.flatMap(([lat, lng, name]) => (lat === null || lng === null ? [] : [{ lat, lng, name }])),
);
const cols = ["lat", "lng", "name", "uf", "ibge"];
writeRows(
  "public/dados-abertos/osm/places.json",
  {
    credit: "© OpenStreetMap contributors, © OpenMapTiles",
    licence: "ODbL 1.0",
    date: "2021-08",
    area: "N, NE, CO",
    note: "ibge: nearest municipal seat of the state within 15 km, 0 without one",
    cols,
  },
  Object.fromEntries(
    CLASSES.map((of) => [
      of,
      places
        .filter((place) => place.class === of)
        .map(({ lat, lng, name, state, town }) => [lat, lng, name, state, town]),
    ]),
  ),
);
writeRows(
  "public/dados-abertos/gov/museums-ibram.json",
  {
    credit: "IBRAM, Cadastro Nacional de Museus",
    licence: "dados abertos federais (Decreto 8.777/2016, art. 4)",
    date: "2015-12",
    note: "hours: Monday to Sunday; lat and lng are null where the registry has no plausible position",
    cols: ["lat", "lng", "name", "uf", "ibge", "address", "phone", "site", "hours", "price", "parking"],
  },
  { rows: museums },
);
writeRows(
  "public/dados-abertos/gov/hospitals-rs.json",
  {
    credit: "SES-RS e CNES",
    licence: "dados abertos federais (Decreto 8.777/2016, art. 4)",
    date: "2025-05",
    cols: ["lat", "lng", "name", "uf", "ibge", "address", "phone"],
  },
  { rows: hospitalRows(readFileSync(path.join(folder, "rs-hospitals-2025.csv"), "utf8")) },
);
