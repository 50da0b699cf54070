import { fold } from "@/lib/platform/slug";
import type { AtlasItem } from "./search";

/** `public/map/search.json`. */
export type SearchIndex = {
  roads: [road: string, west: number, south: number, east: number, north: number][];
  towns: [name: string, state: string, lat: number, lng: number][];
};

export const ROAD_LAYER = "estrada";
const TOWN_LAYER = "cidade";
const SPOT_LAYER = "ponto";

const ROAD = /^([a-z]{2,3})[\s-]*(\d{1,4})$/;
const MAX_FOUND = 5;

/** Roads by number and towns by the beginning of their name, on the base map. */
export function findOnBase({ roads, towns }: SearchIndex, text: string): AtlasItem[] {
  const wanted = fold(text.trim());
  if (wanted.length < 2) return [];
  const [, network = "", number = ""] = ROAD.exec(wanted) ?? [];
  const found = number ? roads.filter(([road]) => sameRoad(road, network, number)).map(roadItem) : [];
  const named = towns.filter(([name, state]) => fold(`${name} ${state}`).startsWith(wanted));
  return [...found, ...named.map(townItem)].slice(0, MAX_FOUND);
}

function sameRoad(road: string, network: string, number: string): boolean {
  const [, ownNetwork = "", ownNumber = ""] = /^([a-z]+)-(\d+)/.exec(fold(road)) ?? [];
  return ownNetwork === network && Number(ownNumber) === Number(number);
}

function roadItem([name, west, south, east, north]: SearchIndex["roads"][number]): AtlasItem {
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  return { layer: ROAD_LAYER, name, lat, lng, approximate: false, bounds: [west, south, east, north] };
}

function townItem([name, state, lat, lng]: SearchIndex["towns"][number]): AtlasItem {
  return { layer: TOWN_LAYER, name: `${name} (${state})`, lat, lng, approximate: false };
}

const DECIMAL = /^\s*(-?\d{1,2}(?:[.,]\d+)?)\s*°?\s*[;,\s]\s*(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*$/;
const DEGREES = /(\d{1,3})\s*°\s*(?:(\d{1,2})\s*['′]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*["″]\s*)?([NSEWOL])/gi;

/** A coordinate as `-27.6, -48.5`, `-27,6; -48,5` or `27°36'S 48°30'W`; null for any other text. */
export function coordinateItem(text: string): AtlasItem | null {
  const [lat, lng] = readDecimal(text) ?? readDegrees(text) ?? [];
  if (lat === undefined || lng === undefined || Math.abs(lat) > 85 || Math.abs(lng) > 180) return null;
  return { layer: SPOT_LAYER, name: `${lat.toFixed(5)}, ${lng.toFixed(5)}`, lat, lng, approximate: false };
}

function readDecimal(text: string): [number, number] | null {
  const [, lat, lng] = DECIMAL.exec(text) ?? [];
  // Whole numbers such as "101 2" are no coordinate.
  if (!lat || !lng || !/[.,]/.test(lat + lng)) return null;
  return [Number(lat.replace(",", ".")), Number(lng.replace(",", "."))];
}

function readDegrees(text: string): [number, number] | null {
  const parts = [...text.matchAll(DEGREES)].map(([, degrees, minutes = "0", seconds = "0", side = ""]) => {
    const value = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(",", ".")) / 3600;
    // West is W in English and O in Portuguese and Spanish.
    return /[SWO]/i.test(side) ? -value : value;
  });
  return parts.length === 2 ? (parts as [number, number]) : null;
}

let index: Promise<SearchIndex> | null = null;

/** Loads the index once, when the search is used for the first time. */
export function loadSearchIndex(): Promise<SearchIndex> {
  index ??= fetch("/map/search.json").then((response) =>
    response.ok ? (response.json() as Promise<SearchIndex>) : Promise.reject(new Error(String(response.status))),
  );
  index.catch(() => (index = null));
  return index;
}
