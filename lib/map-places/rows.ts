import type { MapPlaceKind } from "./kinds";

/** Row of the file of a state, which the map, the offline pack and the breakdown page read. */
export type MapPlaceRow = readonly [
  kind: MapPlaceKind,
  cls: string,
  name: string,
  lat: number,
  lng: number,
  source: string,
  date: string,
  town: string | null,
  isAtSeat: boolean,
  phone: string | null,
];

/** Address of the file with the map places of a state. */
export const mapPlacesFile = (uf: string): string => `/mapa-interativo/dados/lugares-${uf}.json`;
