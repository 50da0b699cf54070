/** The schema.org types that route pages use; properties without data in this guide are left out. */
type GeoCoordinates = { "@type": "GeoCoordinates"; latitude: number; longitude: number };
type Stop = { "@type": "City" | "TouristAttraction"; name: string; geo?: GeoCoordinates };
type ListItem = { "@type": "ListItem"; position: number } & ({ name: string; url: string } | { item: Stop });
export type ItemList = { "@type": "ItemList"; name?: string; numberOfItems: number; itemListElement: ListItem[] };
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

/** A list of pages in the order shown. */
export function routeList(name: string, routes: readonly { name: string; url: string }[]): ItemList {
  return {
    "@type": "ItemList",
    name,
    numberOfItems: routes.length,
    itemListElement: routes.map((route, index) => ({ "@type": "ListItem", position: index + 1, ...route })),
  };
}

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
    itinerary: {
      "@type": "ItemList",
      numberOfItems: stops.length,
      itemListElement: stops.map((stop, index) => ({ "@type": "ListItem", position: index + 1, item: placeOf(stop) })),
    },
  };
}

function placeOf({ name, kind, lat, lng }: Place): Stop {
  return {
    "@type": kind === "town" ? "City" : "TouristAttraction",
    name,
    ...(lat !== null && lng !== null && { geo: { "@type": "GeoCoordinates", latitude: lat, longitude: lng } }),
  };
}
