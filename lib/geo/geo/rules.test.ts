import { describe, expect, it } from "vitest";
import shapes from "@/public/map/states.json";
import {
  boxAround,
  greatCircleKm,
  kmToSegment,
  mapsFailureCode,
  mapsRetryWaitMs,
  nearestKm,
  nearestState,
  niceKm,
  projectToBox,
  stateOfPoint,
  type GeoPoint,
  type Position,
  type StateCollection,
  type StateFeature,
} from "./rules";

const states = shapes as unknown as StateCollection;

const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const ringed: StateFeature = {
  type: "Feature",
  properties: { abbr: "GO", name: "Goiás" },
  geometry: { type: "MultiPolygon", coordinates: [[square(0, 0, 10), square(4, 4, 2)], [square(20, 0, 1)]] },
};

describe("public/map/states.json", () => {
  it("contains the 27 states and is small", () => {
    expect(new Set(states.features.map(({ properties }) => properties.abbr)).size).toBe(27);
    expect(JSON.stringify(states).length).toBeLessThan(100_000);
  });
});

describe("stateOfPoint", () => {
  it.each([
    ["Blumenau", -26.919, -49.066, "SC"],
    ["Brasília", -15.794, -47.883, "DF"],
    ["Goiânia", -16.687, -49.265, "GO"],
    ["Belém", -1.456, -48.49, "PA"],
    ["Fernando de Noronha's sea", -3.9, -30.5, null],
    ["Buenos Aires", -34.6, -58.38, null],
  ])("finds the state of %s", (_place, lat, lng, abbr) => {
    expect(stateOfPoint(lat, lng, states.features)).toBe(abbr);
  });

  it.each([
    ["in the first polygon", 2, 2, "GO"],
    ["in its hole", 5, 5, null],
    ["on the island", 0.5, 20.5, "GO"],
    ["between the two", 0.5, 15, null],
  ])("supports polygons with holes and islands: %s", (_where, lat, lng, abbr) => {
    expect(stateOfPoint(lat, lng, [ringed])).toBe(abbr);
  });
});

describe("nearestState", () => {
  it("finds the state of a coastal city outside the simplified coastline", () => {
    expect(nearestState(-27.595, -48.548, states.features)).toBe("SC");
  });

  it("accepts a point near the coast but not far out at sea", () => {
    expect(nearestState(-27.6, -48.2, states.features)).toBe("SC");
    expect(nearestState(-27.6, -44, states.features)).toBeNull();
    expect(nearestState(-27.6, -48.2, states.features, 1)).toBeNull();
  });

  it("measures the distance to the segment, not to its end points", () => {
    expect(nearestState(5, -0.4, [ringed])).toBe("GO");
    expect(nearestState(5, -0.5, [ringed])).toBeNull();
  });
});

describe("projectToBox", () => {
  it("keeps positions inside the padding, north up and west left", () => {
    const corners: Position[] = [
      [-50, -28],
      [-48, -26],
    ];
    const { project } = projectToBox(corners, { width: 200, height: 100, padding: 10 });
    const southWest = project([-50, -28]);
    const northEast = project([-48, -26]);
    expect(southWest.y).toBeCloseTo(90);
    expect(northEast.y).toBeCloseTo(10);
    expect(southWest.x).toBeLessThan(northEast.x);
    expect(southWest.x).toBeGreaterThan(10);
  });

  it("draws one degree of latitude as 111 km", () => {
    const { project, unitsPerKm } = projectToBox(
      [
        [-50, -28],
        [-50, -27],
      ],
      { width: 500, height: 500 },
    );
    expect((project([-50, -28]).y - project([-50, -27]).y) / unitsPerKm).toBeCloseTo(111.2, 1);
  });

  it("centres a single position", () => {
    const { project } = projectToBox([[-50, -28]], { width: 100, height: 60 });
    expect(project([-50, -28])).toEqual({ x: 50, y: 30 });
  });
});

describe("niceKm", () => {
  it.each([
    [0.7, 0.5],
    [1, 1],
    [4.9, 2],
    [5, 5],
    [38, 20],
    [99, 50],
    [1200, 1000],
  ])("rounds %f km down to %f", (room, shown) => {
    expect(niceKm(room)).toBeCloseTo(shown);
  });
});

describe("loading Google Maps", () => {
  it("waits attempt × 2^attempt ms before each of three retries", () => {
    expect([1, 2, 3, 4].map(mapsRetryWaitMs)).toEqual([2, 8, 24, null]);
  });

  it.each([
    ["Google Maps JavaScript API error: ApiNotActivatedMapError", "maps.notActivated"],
    ["Google Maps JavaScript API error: InvalidKeyMapError", "maps.invalidKey"],
    ["BillingNotEnabledMapError", "maps.billing"],
    ["Geocoding Service: REQUEST_DENIED", "maps.denied"],
    ["script could not be loaded", "maps.other"],
    ["", "maps.other"],
  ])("maps '%s' to %s", (message, code) => {
    expect(mapsFailureCode(message)).toBe(code);
  });
});

const FLORIANOPOLIS: GeoPoint = { lat: -27.5945, lng: -48.5477 };
const JOINVILLE: GeoPoint = { lat: -26.3045, lng: -48.8487 };
const MANAUS: GeoPoint = { lat: -3.119, lng: -60.0217 };
const BOA_VISTA: GeoPoint = { lat: 2.8235, lng: -60.6758 };
const ORLEANS: GeoPoint = { lat: -28.359, lng: -49.2914 };
const NOWHERE = { lat: null, lng: null };

describe("greatCircleKm", () => {
  it.each([
    ["a point and itself", FLORIANOPOLIS, FLORIANOPOLIS, 0],
    ["one degree along the equator", { lat: 0, lng: -50 }, { lat: 0, lng: -51 }, 111.2],
    ["one degree along a meridian", { lat: -20, lng: -50 }, { lat: -21, lng: -50 }, 111.2],
    ["Florianópolis and Joinville", FLORIANOPOLIS, JOINVILLE, 146.5],
    ["Manaus and Boa Vista, across the equator", MANAUS, BOA_VISTA, 664.8],
    ["opposite ends of the earth", { lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20015.1],
  ])("%s", (_, a, b, km) => {
    expect(greatCircleKm(a, b)).toBeCloseTo(km, 0);
    expect(greatCircleKm(b, a)).toBeCloseTo(km, 0);
  });
});

describe("nearestKm", () => {
  it("measures to the nearest stop and is null without positions", () => {
    expect(nearestKm(FLORIANOPOLIS, [NOWHERE, MANAUS, JOINVILLE])).toBeCloseTo(146.5, 0);
    expect(nearestKm(ORLEANS, [NOWHERE])).toBeNull();
  });
});

describe("kmToSegment", () => {
  it.each([
    ["beside the middle", { lat: 0.1, lng: -49.5 }, 11.1],
    ["beyond an end", { lat: 0, lng: -48.9 }, 11.1],
    ["on the line", { lat: 0, lng: -49.2 }, 0],
  ])("%s", (_, point, km) => {
    expect(kmToSegment(point, { lat: 0, lng: -50 }, { lat: 0, lng: -49 })).toBeCloseTo(km, 1);
  });
});

describe("boxAround", () => {
  it("contains every point within the margin and is null without positions", () => {
    const box = boxAround([ORLEANS, NOWHERE], 15);
    expect(box).not.toBeNull();
    for (const [lat, lng] of [
      [0.13, 0],
      [-0.13, 0],
      [0, 0.15],
      [0, -0.15],
    ] as const) {
      expect(ORLEANS.lat + lat).toBeLessThan(box!.north);
      expect(ORLEANS.lat + lat).toBeGreaterThan(box!.south);
      expect(ORLEANS.lng + lng).toBeLessThan(box!.east);
      expect(ORLEANS.lng + lng).toBeGreaterThan(box!.west);
    }
    expect(boxAround([NOWHERE], 15)).toBeNull();
  });
});
