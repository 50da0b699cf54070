import { describe, expect, it } from "vitest";
import type { StateCollection } from "../geo/rules";
import shapes from "@/public/map/states.json";
import { corridorOf, coverageOf, outingsWithin, pointsBeside, priceAt, priceOn, statesOn } from "./rules";

const { features } = shapes as unknown as StateCollection;

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
