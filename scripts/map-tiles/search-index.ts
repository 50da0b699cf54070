import { groupBy } from "./group-by";
import { greatCircleKm, type Position } from "@/lib/geo/geo/rules";
import type { Collected } from "./layers";
import type { Road } from "./roads";

/** Roads with a shorter mapped length are not offered by the search. */
const MIN_KM = 3;

/** A row of `public/map/search.json`: number, west, south, east, north. */
export type RoadBounds = [ref: string, west: number, south: number, east: number, north: number];

/** Bounds of the numbered roads that are long enough for the search, sorted by number. */
export function boundsOfRoads(roads: readonly Road[]): RoadBounds[] {
  const byNumber = groupBy(
    roads.filter(({ ref }) => /^[A-Z]{2,3}-\d/.test(ref)),
    ({ ref }) => ref,
  );
  return [...byNumber]
    .filter(([, lines]) => lines.reduce((km, road) => km + lengthKm(road), 0) >= MIN_KM)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([ref, lines]) => [ref, ...boundsOf(lines.flatMap(({ line }) => line))]);
}

/** `public/map/search.json`: roads as `[number, west, south, east, north]`, towns as `[name, state, lat, lng]`. */
export function searchIndex({ roads, numbers, towns }: Collected): string {
  return JSON.stringify({
    roads: boundsOfRoads([...roads, ...numbers]),
    towns: towns
      .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
      .map(({ name, uf, lat, lng }) => [name, uf, round(lat), round(lng)]),
  });
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000;

function lengthKm({ line }: Road): number {
  return line.slice(1).reduce((km, [lng, lat], index) => {
    const [fromLng, fromLat] = line[index] as Position;
    return km + greatCircleKm({ lat: fromLat, lng: fromLng }, { lat, lng });
  }, 0);
}

function boundsOf(positions: readonly Position[]): [number, number, number, number] {
  const bounds = [180, 90, -180, -90] as [number, number, number, number];
  for (const [lng, lat] of positions) {
    bounds[0] = Math.min(bounds[0], lng);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lng);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return bounds.map(round) as typeof bounds;
}
