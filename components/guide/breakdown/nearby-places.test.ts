import { describe, expect, it } from "vitest";
import type { MapPlaceRow } from "@/lib/guide/map-places/rules";
import { nearestPlaces } from "./nearby-places";

const row = (kind: MapPlaceRow[0], name: string, lat: number): MapPlaceRow => [
  kind,
  kind,
  name,
  lat,
  -49,
  "osm",
  "2021-08",
  null,
  false,
  null,
];

describe("nearestPlaces", () => {
  it("names the three nearest workshops, hospitals and petrol stations within 100 km", () => {
    const rows = [
      ...[4, 3, 2, 1].map((tenths) => row("workshop", `w${tenths}`, -28 - tenths / 10)),
      row("hospital", "far", -30),
      row("lodging", "bed", -28),
    ];
    const found = nearestPlaces(rows, { lat: -28, lng: -49 }).map(({ kind, places }) => [
      kind,
      places.map(({ row: [, , name] }) => name).join(" "),
    ]);
    expect(found).toEqual([
      ["workshop", "w1 w2 w3"],
      ["hospital", ""],
      ["fuel", ""],
    ]);
  });
});
