/** Kinds of map places, in the order in which a driver asks for them. */
export const MAP_PLACE_KINDS = [
  "lodging",
  "food",
  "fuel",
  "workshop",
  "parts",
  "hospital",
  "pharmacy",
  "museum",
] as const;
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

export const MAP_PLACE_SOURCES = ["osm", "ibram", "ses_rs", "page"] as const;
export type MapPlaceSource = (typeof MAP_PLACE_SOURCES)[number];
