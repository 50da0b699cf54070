import { greatCircleKm } from "@/lib/geo/geo/rules";
import { fold } from "@/lib/platform/slug";
import type { ExtractPlace } from "./read-extract";

/** A place is often mapped twice: as a node and as the area around it. */
const SAME_PLACE_KM = 0.15;

/** Places of one kind and name once, when they are beside each other. */
export function withoutDoubles(places: readonly ExtractPlace[]): ExtractPlace[] {
  const known = new Map<string, ExtractPlace[]>();
  return places.filter((place) => {
    const key = `${place.kind}|${fold(place.name)}`;
    const same = known.get(key) ?? [];
    if (same.some((other) => greatCircleKm(place, other) <= SAME_PLACE_KM)) return false;
    known.set(key, [...same, place]);
    return true;
  });
}
