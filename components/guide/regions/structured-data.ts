import { itemList, type ItemList } from "@/components/ui/item-list";

/** The schema.org types that route pages use; properties without data in this guide are left out. */
type GeoCoordinates = { "@type": "GeoCoordinates"; latitude: number; longitude: number };
type Stop = { "@type": "City" | "TouristAttraction"; name: string; geo?: GeoCoordinates };
export type TouristTrip = {
  "@type": "TouristTrip";
  name: string;
  description?: string;
  url: string;
  image: string;
  touristType: string;
  itinerary: ItemList;
};

type Place = { name: string; kind: string; lat: number | null; lng: number | null };

/** A route with its stops in travel order. */
export function touristTrip(
  route: { name: string; description: string; url: string; image: string; touristType: string },
  stops: readonly Place[],
): TouristTrip {
  const { description, ...rest } = route;
  return {
    "@type": "TouristTrip",
    ...rest,
    ...(description && { description }),
    itinerary: itemList(stops.map((stop) => ({ item: placeOf(stop) }))),
  };
}

function placeOf({ name, kind, lat, lng }: Place): Stop {
  return {
    "@type": kind === "town" ? "City" : "TouristAttraction",
    name,
    ...(lat !== null && lng !== null && { geo: { "@type": "GeoCoordinates", latitude: lat, longitude: lng } }),
  };
}
