import { expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { placesAlong } from "./corridor";

const LINE: LinePoint[] = [
  [-10, -50],
  [-10, -49],
];

it("returns places beside the line in the order of travel, with their detour", () => {
  const places = [
    { name: "late", lat: -10.01, lng: -49.2 },
    { name: "far", lat: -10.2, lng: -49.5 },
    { name: "early", lat: -9.98, lng: -49.9 },
    { name: "behind", lat: -10, lng: -48.5 },
  ];
  const found = placesAlong(LINE, places, 5);
  expect(found.map(({ place }) => place.name)).toEqual(["early", "late"]);
  expect(found[0]!.kmAlong).toBeCloseTo(10.9, 0);
  expect(found[0]!.kmBeside).toBeCloseTo(2.2, 1);
  expect(found[0]!.detourKm).toBe(2 * found[0]!.kmBeside);
});

it("returns nothing for a line without points", () => {
  expect(placesAlong([], [{ lat: -10, lng: -50 }], 5)).toEqual([]);
});
