import { describe, expect, it } from "vitest";
import type { CorridorPlace } from "../rules";
import { bedsNear, thinnedPlaces } from "./rules";

describe("thinnedPlaces", () => {
  it("keeps the two nearest of a kind on each 20 km, in the order of travel", () => {
    const at = (km: number, beside: number, kind = "food") => ({ kind, km, beside });
    const places = [at(5, 3), at(6, 1), at(7, 2), at(8, 4, "fuel"), at(25, 9)];
    expect(thinnedPlaces(places).map(({ km }) => km)).toEqual([6, 7, 8, 25]);
  });
});

describe("bedsNear", () => {
  const bed = (name: string, lat: number, change: Partial<CorridorPlace> = {}): CorridorPlace => ({
    id: name,
    kind: "map_place",
    category: "lodging",
    name,
    path: "/",
    lat,
    lng: -49,
    km: 0,
    beside: 0,
    ...change,
  });

  it("are lodging within 15 km, those of the guide first", () => {
    const places = [
      bed("near", -28.01),
      bed("guide", -28.09, { kind: "service" }),
      bed("far", -28.2),
      bed("meal", -28, { category: "food" }),
    ];
    expect(bedsNear(places, { lat: -28, lng: -49 }).map(({ name }) => name)).toEqual(["guide", "near"]);
  });
});
