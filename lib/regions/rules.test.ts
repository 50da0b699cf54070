import { describe, expect, it } from "vitest";
import type { GeoPoint } from "../geo/rules";
import { rowsNearRoute, elevationPoints, estimateRoadKm, kmAtStops } from "./rules";

const FLORIANOPOLIS: GeoPoint = { lat: -27.5945, lng: -48.5477 };
const JOINVILLE: GeoPoint = { lat: -26.3045, lng: -48.8487 };

describe("estimateRoadKm", () => {
  it.each([
    ["no point", [], null],
    ["one point", [JOINVILLE], null],
    ["the same town twice", [JOINVILLE, JOINVILLE], null],
    [
      "neighbours closer than 5 km",
      [
        { lat: 0, lng: -50 },
        { lat: 0, lng: -50.02 },
      ],
      5,
    ],
    ["146 km in a straight line", [FLORIANOPOLIS, JOINVILLE], 180],
    ["a return trip is twice as long", [FLORIANOPOLIS, JOINVILLE, FLORIANOPOLIS], 360],
  ])("%s", (_, points: GeoPoint[], km) => {
    expect(estimateRoadKm(points)).toBe(km);
  });
});

const ORLEANS = { lat: -28.359, lng: -49.2914 };
const LOOKOUT = { lat: -28.393, lng: -49.55 };
const NOWHERE = { lat: null, lng: null };

describe("kmAtStops", () => {
  it.each([
    ["a known length is divided in proportion to the distances", [ORLEANS, NOWHERE, LOOKOUT], 40, [0, null, 40]],
    ["without a known length the usual road factor is used", [ORLEANS, LOOKOUT], null, [0, 31]],
    ["a length shorter than the straight line is ignored", [ORLEANS, LOOKOUT], 10, [0, 31]],
    ["a length four times the straight line is ignored", [ORLEANS, LOOKOUT], 900, [0, 31]],
    ["no stop has a position", [NOWHERE, NOWHERE], 40, [null, null]],
    ["a single stop", [ORLEANS], 40, [0]],
    ["nothing", [], null, []],
  ])("%s", (_name, stops, total, km) => {
    expect(kmAtStops(stops, total)).toEqual(km);
  });
});

describe("alongRoute", () => {
  const near = { id: "near", lat: -28.39, lng: -49.5 };
  const far = { id: "far", lat: -27, lng: -49 };
  const unplaced = { id: "unplaced", ...NOWHERE };

  it("keeps rows near a stop, nearest first, and rows that belong to the route", () => {
    const rows = rowsNearRoute(
      [far, unplaced, near, { id: "there", ...LOOKOUT }],
      [ORLEANS, NOWHERE, LOOKOUT],
      15,
      ({ id }) => id === "far",
    );
    expect(rows.map(({ id, km }) => [id, km === null ? null : Math.round(km)])).toEqual([
      ["there", 0],
      ["near", 5],
      ["far", 154],
    ]);
  });

  it("is empty for a route without positions", () => {
    expect(rowsNearRoute([near], [NOWHERE], 15)).toEqual([]);
  });
});

describe("elevationPoints", () => {
  it.each([
    ["nothing", null, []],
    ["an object", { km: 1 }, []],
    ["a single point has no profile", [[0, 10]], []],
    [
      "points out of order are sorted",
      [
        [5, 300],
        [0, 10],
      ],
      [
        [0, 10],
        [5, 300],
      ],
    ],
    [
      "broken points are left out",
      [[0, 10], [1], ["2", 5], [3, null], [4, 20]],
      [
        [0, 10],
        [4, 20],
      ],
    ],
  ])("%s", (_name, profile, points) => {
    expect(elevationPoints(profile)).toEqual(points);
  });
});
