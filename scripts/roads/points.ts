import { readFileSync } from "node:fs";
import path from "node:path";
import { nearestState, type StateCollection } from "@/lib/geo/geo/rules";
import { readExtract } from "./extracts";
import { writeOutput } from "./outputs";

const STATES = path.join(import.meta.dirname, "../../public/map/states.json");
/** The border of the map is simplified. */
const BORDER_KM = 2;

type Cell = string | number;
type Table = { cols: string[]; rows: Cell[][] };
type Facts = { credit: string; licence: string; date: string; note?: string };

const OSM = { credit: "© OpenStreetMap contributors", licence: "ODbL 1.0" };
const ANTT = { credit: "ANTT, dados abertos", licence: "CC BY" };
/** Lists of `points.json`. */
export const POINT_KINDS = [
  "fuel",
  "car_repair",
  "police",
  "museum",
  "attraction",
  "viewpoint",
  "ferry_terminal",
] as const;

/** Positions come first, then the other columns in their order. */
export function positionsFirst({ cols, rows }: Table): Table {
  const others = cols.filter((name) => name !== "lat" && name !== "lng");
  const order = ["lat", "lng", ...others].map((name) => cols.indexOf(name));
  return { cols: order.map((index) => cols[index]!), rows: rows.map((row) => order.map((index) => row[index]!)) };
}

function brazilTest(): (row: readonly Cell[]) => boolean {
  const { features } = JSON.parse(readFileSync(STATES, "utf8")) as StateCollection;
  return ([lat, lng]) => nearestState(Number(lat), Number(lng), features, BORDER_KM) !== null;
}

function writeTable(name: string, facts: Facts, { cols, rows }: Table): void {
  const text = rows.map((row) => JSON.stringify(row)).join(",\n");
  writeOutput(name, `${JSON.stringify(facts).slice(0, -1)},"rows":[\n${text}\n],"cols":${JSON.stringify(cols)}}\n`);
}

/**
 * Concessions that ended although the lists still have their plazas: Viapar and Econorte (Paraná) on 2021-11-26,
 * ViaBahia (BR-324, BR-116) on 2025-05-14, ECOSUL (BR-116, BR-392) on 2026-03-03.
 */
const ENDED_CONCESSIONS = ["ECOSUL", "VIABAHIA", "VIAPAR", "TRIUNFO ECONORTE"];

/** Toll plazas, toll booths and speed cameras. */
export function writeTolls(folder: string): void {
  const { antt, osm } = readExtract<Record<"antt" | "osm", Table>>(folder, "tolls.json");
  const radars = readExtract<Table>(folder, "radars-antt.json");
  const plazas = positionsFirst(antt);
  const concession = plazas.cols.indexOf("concession");
  const open = plazas.rows.filter((row) => !ENDED_CONCESSIONS.includes(String(row[concession])));
  writeTable("public/dados-abertos/gov/tolls-antt.json", { ...ANTT, date: "2026-07-31" }, { ...plazas, rows: open });
  writeTable("public/dados-abertos/gov/radars-antt.json", { ...ANTT, date: "2024-06" }, positionsFirst(radars));
  const booths = positionsFirst(osm);
  const name = booths.cols.indexOf("name");
  const isOpen = (row: readonly Cell[]) => !ENDED_CONCESSIONS.includes(String(row[name]).toUpperCase());
  const rows = booths.rows.filter(isOpen).filter(brazilTest());
  writeTable("public/dados-abertos/osm/toll-booths.json", { ...OSM, date: "2026-07-31" }, { ...booths, rows });
}

/** Points of interest of the 20 units of N, NE and CO: latitude, longitude and name. */
export function writePoints(folder: string): void {
  const points = readExtract<Record<(typeof POINT_KINDS)[number], Cell[][]>>(folder, "pois-20uf.json");
  const isInBrazil = brazilTest();
  const kinds = POINT_KINDS.map((kind) => {
    const rows = points[kind].filter(isInBrazil).map(([lat, lng, name]) => JSON.stringify([lat, lng, name]));
    return `${JSON.stringify(kind)}:[\n${rows.join(",\n")}\n]`;
  });
  const facts = { ...OSM, date: "2021-08", area: "N, NE, CO", cols: ["lat", "lng", "name"] };
  writeOutput("public/dados-abertos/osm/points.json", `${JSON.stringify(facts).slice(0, -1)},${kinds.join(",\n")}}\n`);
}

type Station = { code: string; name: string; uf: string; lat: number; lng: number } & Record<
  "tmax" | "tmin" | "prec",
  (number | null)[] | null
>;

/** Climate normals by station; the extract's altitude is wrong and left out. */
export function writeClimate(folder: string): void {
  const stations = readExtract<Station[]>(folder, "inmet-normals-1991-2020.json");
  const columns = ["lat", "lng", "code", "name", "uf", "tmax", "tmin", "prec"] as const;
  const facts = {
    credit: "INMET, normais climatológicas 1991-2020",
    licence: "dados abertos federais (Decreto 8.777/2016, art. 4)",
    date: "1991-2020",
    note: "tmax and tmin: monthly mean of the daily maximum and minimum in °C; prec: mm a month",
  };
  const rows = stations.map((station) => JSON.stringify(columns.map((column) => station[column])));
  writeOutput(
    "public/dados-abertos/gov/climate-inmet.json",
    `${JSON.stringify(facts).slice(0, -1)},"rows":[\n${rows.join(",\n")}\n],"cols":${JSON.stringify(columns)}}\n`,
  );
}

/** Altitude of each municipality's seat in metres, by IBGE code. */
export function writeAltitudes(folder: string): void {
  const metres = readExtract<Record<string, number>>(folder, "municipality-altitudes.json");
  const facts = {
    credit: "DATASUS, tabela de municípios, do pacote microdatasus",
    licence: "MIT",
  };
  writeOutput("public/dados-abertos/gov/altitudes-datasus.json", `${JSON.stringify({ ...facts, metres })}\n`);
}
