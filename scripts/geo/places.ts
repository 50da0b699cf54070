/** Writes the places of extracts in the two forms in which the portal keeps them. */
import { existsSync } from "node:fs";
import path from "node:path";
import { isPlaceName, withoutDoubles } from "../places/filter";
import { CLASSES, isListed, nearestTown } from "../places/osm-rows";
import { POINT_KINDS } from "../roads/points";
import { listsJson, readJson, writeWhole } from "./output";
import type { ExtractPlace } from "./read-extract";
import type { Refreshed } from "./refreshed";
import type { StateGrid } from "./state-grid";

const POINTS_FILE = "public/dados-abertos/osm/points.json";
const PLACES_FILE = "public/dados-abertos/osm/places.json";
const MUSEUMS_FILE = "public/dados-abertos/gov/museums-ibram.json";

const HEAD = { credit: "© OpenStreetMap contributors", licence: "ODbL 1.0" };

/** Rows of both files begin with latitude, longitude and name; places of an extract end with its date. */
type Row = [lat: number, lng: number, name: string, ...facts: (string | number)[]];
type Lists = Record<string, Row[]>;
type File = { head: { area?: string } & object; lists: Lists };

function readLists(file: string, kinds: readonly string[], head: object): File {
  const content = existsSync(file) ? readJson<Record<string, unknown>>(file) : { ...head };
  const isList = (key: string) => kinds.includes(key);
  return {
    head: Object.fromEntries(Object.entries(content).filter(([key]) => !isList(key))),
    lists: Object.fromEntries(kinds.map((kind) => [kind, (content[kind] as Row[] | undefined) ?? []])),
  };
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

type Format<Place> = {
  kinds: readonly string[];
  cols: string[];
  places: readonly Place[];
  rowOf: (place: Place) => Row;
};

/** Replaces the rows of the refreshed states in a file of lists. */
function replaceRows<Place extends { kind: string }>(
  file: string,
  { dates }: Refreshed,
  grid: StateGrid,
  { kinds, cols, places, rowOf }: Format<Place>,
): void {
  const { head, lists } = readLists(file, kinds, HEAD);
  const isRefreshed = ([lat, lng]: Row) => {
    const state = grid.stateAt(lng, lat);
    return state !== null && state in dates;
  };
  for (const kind of kinds) {
    const kept = lists[kind]!.filter((row) => !isRefreshed(row));
    const added = places.filter((place) => place.kind === kind).map(rowOf);
    lists[kind] = [...kept, ...added.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])];
  }
  const areas = [...new Set([...(head.area?.split(", ") ?? []), ...Object.keys(dates)])];
  writeWhole(file, listsJson({ ...head, area: areas.join(", "), cols }, lists));
}

/** Places with a name of their own, without doubles and without museums of the registry. */
function listedPlaces(root: string, places: readonly ExtractPlace[]) {
  const file = path.join(root, MUSEUMS_FILE);
  const registry = existsSync(file) ? readJson<{ rows: [number | null, number | null, string][] }>(file).rows : [];
  const museums = registry.flatMap(([lat, lng, name]) => (lat === null || lng === null ? [] : [{ lat, lng, name }]));
  // In the order of the classes, so that the better known class of a place that is mapped as two stays.
  const named = CLASSES.flatMap((kind) =>
    places.filter((place) => place.kind === kind).map((place) => ({ ...place, class: kind })),
  ).filter((place) => isPlaceName(place.name, place.class));
  return withoutDoubles(named).filter((place) => place.class !== "museum" || !isListed(place, museums));
}

/** Writes petrol stations, workshops and sights (`points.json`) and the map places (`places.json`). */
export function writePlaces(root: string, refreshed: Refreshed, grid: StateGrid): void {
  const dateOf = ({ state }: ExtractPlace) => refreshed.dates[state] ?? "";
  replaceRows(path.join(root, POINTS_FILE), refreshed, grid, {
    kinds: POINT_KINDS,
    cols: ["lat", "lng", "name", "date"],
    places: refreshed.places,
    rowOf: (place) => [round(place.lat), round(place.lng), place.name, dateOf(place)],
  });
  replaceRows(path.join(root, PLACES_FILE), refreshed, grid, {
    kinds: CLASSES,
    cols: ["lat", "lng", "name", "uf", "ibge", "date"],
    places: listedPlaces(root, refreshed.places),
    rowOf: (place) => {
      const { lat, lng, name, state } = place;
      return [round(lat), round(lng), name, state, nearestTown(place, state), dateOf(place)];
    },
  });
}
