import { groupBy } from "./group-by";
import { municipios } from "municipios-brasil/dados";
import { greatCircleKm } from "@/lib/geo/geo/rules";
import { fold } from "@/lib/platform/slug";
import type { TileFeature } from "./vector-tile";

/** `rank` 1: capital, 2 to 4: cities by importance in OpenStreetMap, 5: other municipalities. */
export type Town = { name: string; uf: string; lat: number; lng: number; rank: 1 | 2 | 3 | 4 | 5 };

/** A place of OpenStreetMap is the municipality's town when the names are equal and it is at most this far away. */
const SAME_TOWN_KM = 40;

/** Every municipality's town, at OpenStreetMap's position and importance where it is on the source tiles. */
export function collectTowns(places: readonly TileFeature[]): Town[] {
  const byName = groupBy(
    places.filter(({ properties }) => ["city", "town", "village"].includes(String(properties.class))),
    ({ properties }) => fold(String(properties.name)),
  );
  return municipios.map(({ nome, uf, latitude, longitude, capital }) => {
    const seat = { lat: latitude, lng: longitude };
    const place = nearest(byName.get(fold(nome)) ?? [], seat);
    const rank = capital ? 1 : place ? rankOf(Number(place.rank)) : 5;
    return { name: nome, uf, lat: place?.lat ?? seat.lat, lng: place?.lng ?? seat.lng, rank };
  });
}

function nearest(places: readonly TileFeature[], seat: { lat: number; lng: number }) {
  return places
    .flatMap(({ parts, properties }) => {
      const position = parts[0]?.[0];
      return position ? [{ lng: position[0], lat: position[1], rank: properties.rank }] : [];
    })
    .map((place) => ({ ...place, km: greatCircleKm(place, seat) }))
    .filter(({ km }) => km <= SAME_TOWN_KM)
    .toSorted((a, b) => a.km - b.km)[0];
}

function rankOf(rank: number): 2 | 3 | 4 | 5 {
  if (rank <= 4) return 2;
  if (rank <= 6) return 3;
  return rank <= 8 ? 4 : 5;
}
