import type { OsmData } from "./osm-pbf";

/** A block of Brasília, a road of earth beside asphalt, and the BR-060 over the border. */
export const FEDERAL_DISTRICT: OsmData = {
  timestamp: Date.UTC(2026, 10, 20) / 1000,
  nodes: [
    { lat: -15.79, lon: -47.89 },
    { lat: -15.79, lon: -47.87 },
    { lat: -15.8, lon: -47.88 },
    { lat: -15.9, lon: -48 },
    { lat: -16.3, lon: -48.9 },
    { lat: -15.98, lon: -47.85 },
    { lat: -15.795, lon: -47.885, tags: { tourism: "hotel", name: "Hotel Nacional" } },
    { lat: -15.7955, lon: -47.8855, tags: { tourism: "hotel", name: "Hotel Nacional" } },
    { lat: -15.796, lon: -47.886, tags: { amenity: "fuel" } },
    { lat: -16.3, lon: -48.91, tags: { amenity: "fuel", name: "Posto de Goiás" } },
    { lat: -15.7, lon: -47.8 },
    { lat: -15.7, lon: -47.801 },
    { lat: -15.701, lon: -47.801 },
  ],
  ways: [
    { refs: [1, 2], tags: { highway: "trunk", ref: "DF-901", oneway: "yes", name: "Eixo Monumental" } },
    { refs: [2, 3, 1], tags: { highway: "primary", ref: "DF-902", surface: "asphalt" } },
    { refs: [3, 4], tags: { highway: "trunk", ref: "DF-903", surface: "ground" } },
    { refs: [3, 6, 4], tags: { highway: "tertiary", ref: "DF-904", surface: "asphalt" } },
    { refs: [4, 5], tags: { highway: "trunk", ref: "BR-060" } },
    { refs: [1, 3], tags: { highway: "residential", name: "Rua A" } },
    { refs: [11, 12, 13, 11], tags: { shop: "car_repair", name: "Oficina da Asa Norte" } },
  ],
};
