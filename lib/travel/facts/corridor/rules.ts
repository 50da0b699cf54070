import { greatCircleKm, type GeoPoint } from "../../../geo/geo/rules";
import type { CorridorPlace } from "../rules";

/** A bed up to here from a stop is one for the night there. */
export const BED_KM = 15;

/** Lodging around a stop: places of the guide first, then by distance. */
export function bedsNear(places: readonly CorridorPlace[], stop: GeoPoint): CorridorPlace[] {
  return places
    .filter(({ category }) => category === "lodging")
    .map((place) => ({ place, km: greatCircleKm(place, stop) }))
    .filter(({ km }) => km <= BED_KM)
    .toSorted((a, b) => Number(a.place.kind === "map_place") - Number(b.place.kind === "map_place") || a.km - b.km)
    .map(({ place }) => place);
}

/** Map places of one kind that are named on each stretch of this many kilometres. */
const [MAP_PER_STRETCH, STRETCH_KM] = [2, 20];

/** The map places nearest to the line, a few of each kind on each stretch, in the order of travel. */
export function thinnedPlaces<Place extends { kind: string; km: number; beside: number }>(
  places: readonly Place[],
): Place[] {
  const counts = new Map<string, number>();
  return places
    .toSorted((a, b) => a.beside - b.beside)
    .filter(({ kind, km }) => {
      const key = `${kind} ${Math.floor(km / STRETCH_KM)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)! <= MAP_PER_STRETCH;
    })
    .toSorted((a, b) => a.km - b.km);
}
