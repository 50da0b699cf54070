import { describe, expect, it } from "vitest";
import { statesIn } from "../../geo/geo/rules";
import shapes from "@/public/map/states.json";
import {
  climateSpans,
  corridorOf,
  coverageOf,
  gradeSpans,
  hasOsmPoints,
  lineCost,
  outingsWithin,
  pointsBeside,
  priceAt,
  priceOn,
  statesOn,
  withoutShapeGaps,
} from "./rules";

const features = statesIn(shapes);

describe("lineCost", () => {
  const line = (points: number, degrees: number) =>
    Array.from({ length: points }, (_, index): [number, number] => [-30 + (index % 2) * degrees, -50]);

  it("is a point for each 100 km", () => {
    expect(lineCost(line(2, 1))).toEqual({ points: 3, isShort: true });
    expect(lineCost(line(2, 30))).toEqual({ points: 35, isShort: false });
  });

  it("is null for a line that crosses the country again and again, and for one with too many points", () => {
    expect(lineCost(line(200, 30))).toBeNull();
    expect(lineCost(line(6000, 0.001))).toBeNull();
  });
});

describe("pointsBeside", () => {
  // One degree of longitude at the equator is 111 km; the road itself is twice as long as its simplified line.
  const corridor = corridorOf(
    [
      [0, -60],
      [0, -59],
    ],
    222.39,
  );
  it.each([
    ["on the line", { lat: 0, lng: -59.5 }, 111],
    ["beside it", { lat: 0.04, lng: -59.25 }, 167],
    ["too far", { lat: 0.1, lng: -59.5 }, null],
    ["behind its end", { lat: 0, lng: -58.9 }, null],
  ])("a point %s", (_, point, km) => {
    const [found] = pointsBeside(corridor, [point], 5);
    expect(found ? Math.round(found.km) : null).toBe(km);
  });

  it("are in the order of travel", () => {
    const points = [-59.2, -59.8, -59.5].map((lng) => ({ lat: 0, lng }));
    expect(pointsBeside(corridor, points, 1).map(({ lng }) => lng)).toEqual([-59.8, -59.5, -59.2]);
  });
});

describe("statesOn", () => {
  it("gives the stretches of the states from Brasília to Anápolis", () => {
    const line = [
      [-15.794, -47.883],
      [-16.327, -48.953],
    ] as const;
    const spans = statesOn(corridorOf(line, 0), features);
    expect(spans.map(({ state }) => state)).toEqual(["DF", "GO"]);
    expect(spans[0]!.fromKm).toBe(0);
    expect(spans[0]!.toKm).toBe(spans[1]!.fromKm);
    expect(spans[1]!.toKm).toBeGreaterThan(120);
  });
});

describe("coverageOf", () => {
  const on = (...states: readonly ("GO" | "SP" | "MT" | null)[]) =>
    states.map((state, index) => ({ state, fromKm: index * 10, toKm: index * 10 + 10 }));
  it.each([
    ["known states, joined", on("GO", "MT"), [[0, 20]], []],
    [
      "an unknown one in between",
      on("GO", "SP", "MT"),
      [
        [0, 10],
        [20, 30],
      ],
      ["SP"],
    ],
    ["no known one", on("SP"), [], ["SP"]],
    ["water and foreign countries, which are not a state", on(null, "GO"), [[10, 20]], []],
  ])("of %s", (_, states, spans, unknown) => {
    const found = coverageOf(states, (state) => state !== "SP");
    expect(found.spans.map(({ fromKm, toKm }) => [fromKm, toKm])).toEqual(spans);
    expect(found.unknown).toEqual(unknown);
  });
});

describe("prices of tolls", () => {
  const rows = [
    { price: 5.1, valid_from: "2025-01-01", valid_until: "2025-12-31" },
    { price: 5.6, valid_from: "2026-01-01", valid_until: null },
    { price: 6, valid_from: "2027-01-01", valid_until: null },
  ];
  it.each([
    ["2024-12-31", null],
    ["2025-06-01", 510],
    ["2026-06-01", 560],
    ["2027-06-01", 600],
  ])("on %s is %s cents", (day, cents) => {
    expect(priceOn(rows, day)).toBe(cents);
  });

  it.each([
    [
      "the nearest plaza with a price",
      [
        { lat: 0, lng: -50.001, cents: null },
        { lat: 0, lng: -50.002, cents: 300 },
      ],
      300,
    ],
    ["none within 1.5 km", [{ lat: 0, lng: -50.1, cents: 300 }], null],
    ["nothing entered", [], null],
  ])("is that of %s", (_, plazas, cents) => {
    expect(priceAt({ lat: 0, lng: -50 }, plazas)).toBe(cents);
  });
});

describe("outingsWithin", () => {
  // One degree of longitude at the equator is 111 km: 274 km on roads there and back.
  const goals = [-60.01, -59.5, -59, -55].map((lng) => ({ lat: 0, lng }));
  it.each([
    [100, []],
    [150, [-59.5]],
    [300, [-59, -59.5]],
  ])("with %d km are the goals at %j, farthest first, without those next to the start", (km, lngs) => {
    expect(outingsWithin(goals, { lat: 0, lng: -60 }, km).map(({ lng }) => lng)).toEqual(lngs);
  });
});

describe("withoutShapeGaps", () => {
  const spans = (...parts: readonly (readonly ["BA" | "SE" | null, number])[]) => {
    let km = 0;
    return parts.map(([state, length]) => ({ state, fromKm: km, toKm: (km += length) }));
  };
  it.each([
    ["a short part of the coast", spans(["BA", 30], [null, 8], ["BA", 30]), [["BA", 68]]],
    [
      "a short part before another state",
      spans(["BA", 30], [null, 8], ["SE", 30]),
      [
        ["BA", 38],
        ["SE", 68],
      ],
    ],
    ["a short part at the start", spans([null, 4], ["BA", 30]), [["BA", 34]]],
    [
      "a long part over water",
      spans(["BA", 30], [null, 21]),
      [
        ["BA", 30],
        [null, 51],
      ],
    ],
    ["a line outside of every state", spans([null, 10]), [[null, 10]]],
  ])("of %s", (_, given, expected) => {
    expect(withoutShapeGaps(given).map(({ state, toKm }) => [state, toKm])).toEqual(expected);
  });
});

describe("hasOsmPoints", () => {
  it.each([
    ["MT", true],
    ["BA", true],
    ["AM", true],
    // The file has some points at its border with Goiás and Bahia.
    ["MG", false],
    ["SC", false],
  ] as const)("of %s is %s", (state, known) => {
    expect(hasOsmPoints(state)).toBe(known);
  });
});

describe("climateSpans", () => {
  const station = (name: string, lng: number) => ({
    code: name,
    name,
    state_abbr: "PA",
    lat: 0,
    lng,
    max_c: Array.from({ length: 12 }, () => 30),
    min_c: [],
    rain_mm: Array.from({ length: 12 }, () => 100),
  });
  // 222 km from west to east.
  const corridor = corridorOf(
    [
      [0, -60],
      [0, -58],
    ],
    222.39,
  );

  it("gives each part of a line its nearest station", () => {
    const spans = climateSpans(corridor, [station("west", -60), station("east", -58)]);
    expect(spans.map((one) => [one.station, Math.round(one.fromKm), Math.round(one.toKm)])).toEqual([
      ["west", 0, 110],
      ["east", 110, 230],
    ]);
  });

  it("has no part where every station is too far away", () => {
    const [only, ...others] = climateSpans(corridor, [station("far west", -61)]);
    expect(others).toEqual([]);
    expect([only!.fromKm, only!.toKm]).toEqual([0, 40]);
  });
});

describe("gradeSpans", () => {
  const corridor = corridorOf(
    [
      [0, -60],
      [0, -59],
    ],
    111.19,
  );
  const track = [
    [0.001, -59.9],
    [0.001, -59.8],
    [0.001, -59.7],
  ] as const;
  const profile = [
    [0, 100],
    [11.12, 656],
    [22.24, 656],
  ] as const;

  it.each([
    ["in the same direction", track, profile],
    [
      "in the other direction",
      track.toReversed(),
      [
        [0, 656],
        [11.12, 656],
        [22.24, 100],
      ] as const,
    ],
  ])("of a track %s", (_, points, heights) => {
    const spans = gradeSpans(corridor, points, heights).toSorted((a, b) => a.fromKm - b.fromKm);
    expect(spans.map(({ fromKm, toKm, percent }) => [fromKm, toKm, percent].map(Math.round))).toEqual([
      [11, 22, 5],
      [22, 33, 0],
    ]);
  });

  it("are none of a track that only crosses the line, or whose parts are too short", () => {
    const crossing = [
      [0.1, -59.5],
      [0, -59.5],
      [-0.1, -59.5],
    ] as const;
    expect(gradeSpans(corridor, crossing, profile)).toEqual([]);
    expect(
      gradeSpans(corridor, track, [
        [0, 0],
        [0.1, 20],
      ]),
    ).toEqual([]);
  });
});
