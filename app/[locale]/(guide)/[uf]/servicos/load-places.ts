import { countMapPlaces, listMapPlaces, type MapPlace } from "@/lib/guide/map-places/queries";
import { listServicesPage } from "@/lib/guide/services/queries";
import { mapRange, SERVICES_PER_PAGE, type PlaceList } from "@/lib/guide/services/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";

/** One page of a list of places: those of the guide first, then those of public sources, which are not verified. */
export async function loadPlaces(abbr: StateAbbr, list: PlaceList, page: number) {
  const { services, total: own } = await listServicesPage(abbr, page, list);
  if (list === "verified") return { services, places: [] as MapPlace[], total: own };
  const counts = await countMapPlaces(abbr);
  const others = list === "all" ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[list] ?? 0);
  const range = mapRange(own, page, SERVICES_PER_PAGE);
  const isInList = range !== null && range[0] < others;
  const places = isInList ? await listMapPlaces(abbr, list === "all" ? null : list, range) : [];
  return { services, places, total: own + others };
}
