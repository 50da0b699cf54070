import { describe, expect, it } from "vitest";
import type { GeoPoint } from "../../geo/geo/rules";
import {
  classicLitres,
  steepestGrade,
  tollSum,
  elevationPoints,
  estimateRoadKm,
  kmAtStops,
  municipalitiesNear,
  rowsNearRoute,
} from "./rules";

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

const LAURO_MULLER = 4209607;
const ORLEANS_CODE = 4211702;
const TREVISO = 4218608;
const MANAUS = 1302603;

describe("municipalitiesNear", () => {
  const seat = (ibge_code: number, { lat, lng }: GeoPoint) => ({ ibge_code, state_abbr: "SC", lat, lng });

  it("are those of the stops, however far the seat is, and those with their seat within 15 km of a stop", () => {
    const stops = [
      { ...ORLEANS, city_ibge: ORLEANS_CODE },
      { ...LOOKOUT, city_ibge: LAURO_MULLER },
    ];
    const seats = [
      seat(ORLEANS_CODE, ORLEANS),
      seat(LAURO_MULLER, { lat: -28.6, lng: -49.8 }),
      seat(TREVISO, { lat: -28.45, lng: -49.3 }),
      seat(MANAUS, { lat: -3, lng: -60 }),
    ];
    expect(
      municipalitiesNear(stops, seats).map(({ ibge_code, isOfStop, km }) => [ibge_code, isOfStop, Math.round(km!)]),
    ).toEqual([
      [ORLEANS_CODE, true, 0],
      [LAURO_MULLER, true, 34],
      [TREVISO, false, 10],
    ]);
  });

  it("are those of the stops when no stop has a position", () => {
    const stops = [{ ...NOWHERE, city_ibge: TREVISO }];
    expect(municipalitiesNear(stops, [seat(TREVISO, ORLEANS), seat(MANAUS, ORLEANS)])).toEqual([
      { ibge_code: TREVISO, state_abbr: "SC", isOfStop: true, km: null },
    ]);
  });
});

describe("rowsNearRoute", () => {
  const north = (km: number) => ({ lat: ORLEANS.lat + km / 111.195, lng: ORLEANS.lng });
  const municipalities = [
    { ibge_code: ORLEANS_CODE, state_abbr: "SC", isOfStop: true, km: 2 },
    { ibge_code: TREVISO, state_abbr: "SC", isOfStop: false, km: 12 },
  ];

  it.each([
    ["a place near a stop", { ...north(5), city_ibge: null }, [5, "position"]],
    ["a place 16 km away", { ...north(16), city_ibge: null }, null],
    ["a place 16 km away in a stop's municipality", { ...north(16), city_ibge: ORLEANS_CODE }, [16, "position"]],
    ["a place 51 km away in a stop's municipality", { ...north(51), city_ibge: ORLEANS_CODE }, null],
    ["a place 16 km away in a neighbour", { ...north(16), city_ibge: TREVISO }, null],
    ["a place without a position in a stop's municipality", { ...NOWHERE, city_ibge: ORLEANS_CODE }, [2, "town"]],
    ["a place without a position in a neighbour", { ...NOWHERE, city_ibge: TREVISO }, [12, "neighbour"]],
    ["a place without a position elsewhere", { ...NOWHERE, city_ibge: MANAUS }, null],
    ["a place without position and town", { ...NOWHERE, city_ibge: null }, null],
  ])("%s", (_, row, expected) => {
    const [near] = rowsNearRoute([row], [ORLEANS, NOWHERE], municipalities);
    expect(near ? [Math.round(near.km!), near.basis] : null).toEqual(expected);
  });

  it("adds the rows that belong to the route and sorts by distance", () => {
    const rows = [
      { id: "unknown", ...NOWHERE, city_ibge: null },
      { id: "far", ...FLORIANOPOLIS, city_ibge: null },
      { id: "town", ...NOWHERE, city_ibge: ORLEANS_CODE },
      { id: "near", ...north(1), city_ibge: null },
    ];
    const near = rowsNearRoute(rows, [ORLEANS], municipalities, ({ id }) => id === "far" || id === "unknown");
    expect(near.map(({ id }) => id)).toEqual(["near", "town", "far", "unknown"]);
  });

  it("is empty for a route without positions and towns", () => {
    expect(rowsNearRoute([{ ...ORLEANS, city_ibge: ORLEANS_CODE }], [NOWHERE], [])).toEqual([]);
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

describe("steepestGrade", () => {
  it.each([
    ["no points", [], null],
    [
      "less than 500 m",
      [
        [0, 100],
        [0.4, 140],
      ],
      null,
    ],
    [
      "a climb",
      [
        [0, 100],
        [0.5, 140],
        [1, 200],
        [2, 210],
      ],
      { percent: 12, fromKm: 0.5, toKm: 1 },
    ],
    [
      "a descent",
      [
        [0, 700],
        [1, 600],
      ],
      { percent: 10, fromKm: 0, toKm: 1 },
    ],
    [
      "a jump between two points 10 m apart",
      [
        [0, 100],
        [0.01, 110],
        [0.6, 110],
      ],
      { percent: 2, fromKm: 0, toKm: 0.6 },
    ],
    [
      "a flat road",
      [
        [0, 5],
        [1, 5],
      ],
      { percent: 0, fromKm: 0, toKm: 1 },
    ],
  ] as const)("%s", (_, points, grade) => {
    expect(steepestGrade(points)).toEqual(grade);
  });
});

describe("classicLitres", () => {
  it.each([
    [90, 10],
    [85, 9],
    [3, 1],
  ])("%d km need %d litres at 9 km/l", (km, litres) => expect(classicLitres(km)).toBe(litres));
});

describe("tollSum", () => {
  it.each([
    [[], { cents: 0, unpriced: 0 }],
    [[2500, 1250], { cents: 3750, unpriced: 0 }],
    [[2500, null, null], { cents: 2500, unpriced: 2 }],
  ])("%j", (prices, sum) => expect(tollSum(prices)).toEqual(sum));
});
