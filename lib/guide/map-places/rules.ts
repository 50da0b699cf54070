import { greatCircleKm, type GeoPoint } from "../../geo/geo/rules";
import type { SearchGroup, SearchResult } from "../../geo/search/rules";
import { formatDate } from "../../platform/format";
import { fold } from "../../platform/slug";
import type { MAP_PLACE_KINDS, MAP_PLACE_SOURCES } from "../../platform/supabase/database-constants/guide";

export type MapPlaceKind = (typeof MAP_PLACE_KINDS)[number];

/** What a source calls a place, and the kind under which the guide lists it. */
export const CLASS_KIND = {
  hotel: "lodging",
  guest_house: "lodging",
  hostel: "lodging",
  chalet: "lodging",
  camp_site: "lodging",
  lodging: "lodging",
  restaurant: "food",
  cafe: "food",
  bakery: "food",
  fast_food: "food",
  food: "food",
  fuel: "fuel",
  car_repair: "workshop",
  tyres: "workshop",
  workshop: "workshop",
  car_parts: "parts",
  parts: "parts",
  hospital: "hospital",
  pharmacy: "pharmacy",
  museum: "museum",
} as const satisfies Record<string, MapPlaceKind>;
export type MapPlaceClass = keyof typeof CLASS_KIND;

export type MapPlaceSource = (typeof MAP_PLACE_SOURCES)[number];

/** Row of the file of a state, which the map, the offline pack and the breakdown page read. */
export type MapPlaceRow = readonly [
  kind: MapPlaceKind,
  cls: string,
  name: string,
  lat: number,
  lng: number,
  source: string,
  date: string,
  town: string | null,
  isAtSeat: boolean,
  phone: string | null,
];

/** Address of the file with the map places of a state. */
export const mapPlacesFile = (uf: string): string => `/mapa-interativo/dados/lugares-${uf}.json`;

/** Segment of the address of the list of a kind. */
export const KIND_SEGMENT = {
  lodging: "dormir",
  food: "comer",
  fuel: "abastecer",
  workshop: "consertar",
  parts: "pecas",
  hospital: "hospital",
  pharmacy: "farmacia",
  museum: "museu",
} as const satisfies Record<MapPlaceKind, string>;

/** Zoom at which the map shows the streets around a place. */
const STREET_ZOOM = "16.0";

/** Path of the interactive map at a place, with the layer of its kind. */
export function onMapPath(place: { state_abbr: string; kind: string; lat: number; lng: number }): string {
  const layer = KIND_SEGMENT[place.kind as MapPlaceKind];
  const at = `${place.lat.toFixed(4)},${place.lng.toFixed(4)},${STREET_ZOOM}`;
  return `/${place.state_abbr.toLowerCase()}/mapa-interativo#${at},${layer}`;
}

/** Category that the form of a new place offers for a map place. */
export function categoryOf({ kind, class: of }: { kind: string; class: string }): string {
  if (of === "tyres") return "tyres";
  return kind === "hospital" || kind === "pharmacy" ? "other" : kind;
}

type Claimed = { name: string; kind: string; class: string; state_abbr: string; address: string | null };

/** Path of the form with which the owner of a business takes it over, filled in with what is known. */
export function claimPath(place: Claimed, town: string | undefined): string {
  const query = new URLSearchParams({ lugar: place.name, categoria: categoryOf(place) });
  if (town) query.set("municipio", town);
  if (place.address) query.set("endereco", place.address);
  return `/${place.state_abbr.toLowerCase()}/cadastro?${query}`;
}

/** Words of a search and the classes of places that they name, in three languages. */
const CLASS_WORDS: Readonly<Record<string, readonly MapPlaceClass[]>> = (() => {
  const lodging: readonly MapPlaceClass[] = ["hotel", "guest_house", "hostel", "chalet", "camp_site", "lodging"];
  const inns: readonly MapPlaceClass[] = ["guest_house", "hotel", "chalet", "lodging"];
  const food: readonly MapPlaceClass[] = ["restaurant", "cafe", "bakery", "fast_food", "food"];
  const repair: readonly MapPlaceClass[] = ["car_repair", "tyres", "workshop"];
  const words: Record<string, readonly MapPlaceClass[]> = {
    "hotel hoteis hotels hoteles": ["hotel", "guest_house", "lodging"],
    "pousada pousadas posada posadas inn inns": inns,
    "hostel hostels albergue albergues": ["hostel"],
    "camping campings": ["camp_site"],
    "chale chales": ["chalet"],
    "dormir hospedagem hospedaje alojamiento lodging sleep": lodging,
    "restaurante restaurantes restaurant restaurants": ["restaurant", "food"],
    "comer comida almoco jantar food eat": food,
    "cafe cafeteria coffee": ["cafe", "bakery"],
    "padaria padarias panificadora panaderia bakery": ["bakery"],
    "lanchonete lanche lanches": ["fast_food"],
    "posto postos gasolina combustivel gasolinera fuel petrol": ["fuel"],
    "oficina oficinas mecanico mecanica taller garage": repair,
    "borracharia borracharias borracheiro pneu pneus gomeria tyres": ["tyres", "car_repair"],
    "autopecas pecas repuestos parts": ["car_parts", "parts"],
    "hospital hospitais hospitales upa": ["hospital"],
    "farmacia farmacias drogaria drogarias pharmacy": ["pharmacy"],
    "museu museus museo museos museum": ["museum"],
  };
  return Object.fromEntries(
    Object.entries(words).flatMap(([names, classes]) => names.split(" ").map((name) => [name, classes] as const)),
  );
})();

/** Words between a kind and a town: "hotel em Urubici", "auto peças de Lages". */
const SMALL_WORDS = new Set([
  "onde",
  "donde",
  "where",
  "em",
  "no",
  "na",
  "de",
  "do",
  "da",
  "perto",
  "en",
  "in",
  "near",
  "a",
  "o",
  "auto",
]);

export type PlaceSearch = { words: string; classes: MapPlaceClass[] | null };

/** The kind and the town or name that a search asks for: "hotel em Urubici" → hotels and inns, "urubici". */
export function placeSearchOf(typed: string): PlaceSearch {
  const words =
    fold(typed)
      .match(/[a-z0-9]+/g)
      ?.slice(0, 8) ?? [];
  const kinds = words.flatMap((word) => CLASS_WORDS[word] ?? []);
  const rest = words.filter((word) => !CLASS_WORDS[word]);
  while (rest[0] && SMALL_WORDS.has(rest[0])) rest.shift();
  while (rest.length > 0 && SMALL_WORDS.has(rest.at(-1)!)) rest.pop();
  return { words: rest.join(" "), classes: kinds.length > 0 ? [...new Set(kinds)] : null };
}

/**
 * The groups with the map places: after those of the guide when the search names a kind of place, otherwise last.
 */
export function withMapPlaces(groups: readonly SearchGroup[], places: SearchResult[], query: string): SearchGroup[] {
  if (places.length === 0) return [...groups];
  const group: SearchGroup = { kind: "map_place", results: places };
  if (placeSearchOf(query).classes === null) return [...groups, group];
  const own = groups.filter(({ kind }) => kind === "service");
  return [...own, group, ...groups.filter(({ kind }) => kind !== "service")];
}

/** Kinds that a page of a route names at each of its stops. */
export const STOP_KINDS = ["lodging", "food", "fuel", "workshop", "parts", "hospital", "pharmacy"] as const;
/** Largest distance in kilometres from a stop to the places listed for it. */
export const STOP_KM = 20;

/** Places of one kind named at a stop. */
export const PER_STOP = 3;
/** The nearest of places around some points that repairs cars: a tyre shop does not. */
export const nearestRepair = <Place extends { class: string; km: number }>(places: readonly Place[]): Place | null =>
  places.filter((place) => place.class !== "tyres").toSorted((a, b) => a.km - b.km)[0] ?? null;

/** Stops nearer than this to an earlier one share its places. */
const SAME_PLACE_KM = 3;

/** Stops with a position, without those beside an earlier one. */
export function separateStops<Place extends GeoPoint>(stops: readonly Place[]): Place[] {
  return stops.reduce<Place[]>(
    (kept, stop) => (kept.some((other) => greatCircleKm(other, stop) < SAME_PLACE_KM) ? kept : [...kept, stop]),
    [],
  );
}

/** Whether the hours and the phone of a source are too old to rely on. */
export const isOldSource = (source: string): boolean => source === "ibram";

const DATE_PARTS: Intl.DateTimeFormatOptions[] = [
  { year: "numeric" },
  { year: "numeric", month: "2-digit" },
  { year: "numeric", month: "2-digit", day: "2-digit" },
];

/** `2021-08` → `08/2021`, a year alone stays. */
export function sourceDate(date: string, locale: string): string {
  const parts = date.split("-");
  const [year = "", month = "01", day = "01"] = parts;
  return formatDate(`${year}-${month}-${day}`, locale, DATE_PARTS[parts.length - 1]);
}
