import { readFileSync } from "node:fs";
import path from "node:path";
import { greatCircleKm, nearestState, type StateCollection } from "@/lib/geo/geo/rules";
import { listCities, type City } from "@/lib/geo/municipalities/rules";
import { slugOf } from "@/lib/platform/slug";
import { WEEKDAYS } from "../../lib/platform/supabase/database-constants/partners";

const STATES = path.join(import.meta.dirname, "../../public/map/states.json");

/** `museums-ibram-2015.json`: every cell is a text. */
export type MuseumExtract = { cols: string[]; rows: string[][] };
export type MuseumRow = [
  lat: number | null,
  lng: number | null,
  name: string,
  uf: string,
  ibge: number,
  address: string,
  phone: string,
  site: string,
  hours: string[] | null,
  price: string,
  parking: string,
];

/** A museum farther from the seat of its municipality has a wrong position; the largest municipalities are in the north. */
const MUNICIPALITY_KM = 60;
const BORDER_KM = 3;

/** Spellings of the registry that differ from those of IBGE. */
const TOWN_NAMES: Readonly<Record<string, string>> = {
  "PB/campo-de-santana": "tacima",
  "RN/assu": "acu",
  "SP/mogi-mirim": "moji-mirim",
  "SC/picarras": "balneario-picarras",
  "RJ/parati": "paraty",
  "RJ/trajano-de-morais": "trajano-de-moraes",
  "SP/embu": "embu-das-artes",
  "PE/iguaraci": "iguaracy",
};

/** The first landline of a cell; a mobile number may be that of a person. */
export function landlineOf(cell: string): string {
  const [, area, first, last] = /\(?0?(\d{2})\)?[\s-]*([2-5]\d{3})[\s.-]?(\d{4})(?!\d)/.exec(cell) ?? [];
  return area ? `(${area}) ${first}-${last}` : (/0800[\s-]?\d{3}[\s-]?\d{4}/.exec(cell)?.[0] ?? "");
}

/** The first address of a cell that is one, with its protocol. */
function siteOf(cell: string): string {
  const first = cell
    .split(";")
    .map((part) => part.trim())
    .find((part) => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(part));
  if (!first) return "";
  return /^https?:/.test(first) ? first : `http://${first}`;
}

function addressOf(street: string, number: string, district: string): string {
  const numbered = [street, number].filter(Boolean).join(", ");
  return [numbered, district].filter(Boolean).join(" - ").slice(0, 200);
}

const townKey = (uf: string, name: string) => {
  const key = `${uf}/${slugOf(name)}`;
  return `${uf}/${TOWN_NAMES[key] ?? slugOf(name)}`;
};

/** Open museums of the registry with the code of their municipality; those of an unknown municipality are left out. */
export function museumRows({ cols, rows }: MuseumExtract): MuseumRow[] {
  const { features } = JSON.parse(readFileSync(STATES, "utf8")) as StateCollection;
  const towns = new Map(listCities().map((city) => [townKey(city.state_abbr, city.name), city]));
  const seen = new Set<string>();
  return rows.flatMap((cells) => {
    const cell = (name: string) => (cells[cols.indexOf(name)] ?? "").replaceAll(/\s+/g, " ").trim();
    const town = towns.get(townKey(cell("uf"), cell("city")));
    const key = `${town?.ibge_code}/${slugOf(cell("name"))}`;
    if (!town || cell("status") !== "Aberto" || !cell("name") || seen.has(key)) return [];
    seen.add(key);
    const [lat, lng] = [Number(cell("lat")), Number(cell("lon"))];
    const isPlaced = isIn(lat, lng, town) && nearestState(lat, lng, features, BORDER_KM) === town.state_abbr;
    const hours = WEEKDAYS.map((day) => cell(day));
    const price = cell("paid") === "S" ? cell("price").slice(0, 200) : "";
    return [
      [
        isPlaced ? degrees(lat) : null,
        isPlaced ? degrees(lng) : null,
        cell("name").slice(0, 160),
        town.state_abbr,
        town.ibge_code,
        addressOf(cell("street"), cell("number"), cell("district")),
        landlineOf(cell("phone")),
        siteOf(cell("site")),
        hours.every((text) => text === "") ? null : hours,
        price,
        cell("parking") === "Sim" ? "parking" : "",
      ] satisfies MuseumRow,
    ];
  });
}

const isIn = (lat: number, lng: number, town: City) =>
  lat !== 0 &&
  lng !== 0 &&
  Math.abs(lat) < 40 &&
  Math.abs(lng) < 80 &&
  greatCircleKm({ lat, lng }, town) < MUNICIPALITY_KM;

const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
