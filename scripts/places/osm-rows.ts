import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import type { MapPlaceClass } from "@/lib/guide/map-places/rules";
import { listCities, type City } from "@/lib/geo/municipalities/rules";
import { plainName } from "./filter";

/** Classes that the guide offers, better known ones of the same place first; viewpoints and notice boards are left out. */
export const CLASSES = [
  "hotel",
  "guest_house",
  "hostel",
  "chalet",
  "camp_site",
  "restaurant",
  "cafe",
  "bakery",
  "fast_food",
  "fuel",
  "tyres",
  "car_repair",
  "car_parts",
  "hospital",
  "pharmacy",
  "museum",
] as const satisfies readonly MapPlaceClass[];

/** A place farther from every seat of its state belongs to no town of the guide. */
const TOWN_KM = 15;

const seats = listCities();

/** Code of the nearest seat of the state, 0 when none is near. */
export function nearestTown(point: GeoPoint, abbr: string): number {
  let best: { city: City | null; km: number } = { city: null, km: TOWN_KM };
  for (const city of seats) {
    if (city.state_abbr !== abbr || Math.abs(city.lat - point.lat) > 0.15 || Math.abs(city.lng - point.lng) > 0.15)
      continue;
    const km = greatCircleKm(city, point);
    if (km < best.km) best = { city, km };
  }
  return best.city?.ibge_code ?? 0;
}

export type Museum = GeoPoint & { name: string };

/** Whether the registry of museums has the same museum within 400 m. */
export const isListed = (place: Museum, museums: readonly Museum[]) =>
  museums.some(
    (museum) =>
      Math.abs(museum.lat - place.lat) < 0.01 &&
      greatCircleKm(museum, place) < 0.4 &&
      plainName(museum.name)
        .split(" ")
        .some((word) => word.length > 4 && plainName(place.name).includes(word)),
  );
