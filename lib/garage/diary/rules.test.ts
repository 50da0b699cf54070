import { describe, expect, it } from "vitest";
import {
  centsPerKm,
  drivenKm,
  endsOf,
  filterTrips,
  matchTowns,
  proposedKm,
  routeText,
  tripFacets,
  tripFilterOf,
} from "./rules";

describe("proposedKm()", () => {
  it.each([
    [[], 140, { km: 140, source: "planned" }],
    [[], null, null],
    [[], 0, null],
    [
      [
        { km: 100.04, gap_km: 2.5 },
        { km: 50, gap_km: null },
      ],
      140,
      { km: 152.5, source: "recorded" },
    ],
    [[{ km: 0.02, gap_km: 0 }], 140, { km: 140, source: "planned" }],
    [[{ km: 12, gap_km: 0 }], null, { km: 12, source: "recorded" }],
  ] as const)("of tracks %j and %j planned km is %j", (tracks, planned, proposed) => {
    expect(proposedKm(tracks, planned)).toEqual(proposed);
  });
});

describe("drivenKm()", () => {
  const proposed = { km: 140, source: "planned" } as const;
  it.each([
    [
      { start: 1000, end: 1152.3, km: 140 },
      { km: 152.3, source: "odometer" },
    ],
    [{ start: 1000, end: 999, km: 140 }, "back"],
    [
      { start: 1000, end: null, km: 140 },
      { km: 140, source: "planned" },
    ],
    [
      { start: null, end: 1152, km: 150 },
      { km: 150, source: "typed" },
    ],
    [{ start: null, end: null, km: null }, "missing"],
  ] as const)("of %j is %j", (typed, driven) => {
    expect(drivenKm(typed, proposed)).toEqual(driven);
  });
  it("is typed without a proposal", () => {
    expect(drivenKm({ start: null, end: null, km: 80 }, null)).toEqual({ km: 80, source: "typed" });
  });
});

describe("endsOf()", () => {
  const stop = (name: string, kind = "stop") => ({ name, kind });
  it.each([
    [[], { origin: "", destination: "" }],
    [[stop("Lages")], { origin: "Lages", destination: "" }],
    [[stop("Lages"), stop("x", "shape"), stop("Urubici")], { origin: "Lages", destination: "Urubici" }],
    [[stop("Lages"), stop("Urubici"), stop("", "shape")], { origin: "Lages", destination: "Urubici" }],
  ])("of %j is %j", (stops, ends) => {
    expect(endsOf(stops)).toEqual(ends);
  });
});

it.each([
  [1000, 100, 10],
  [0, 100, null],
  [1000, 0, null],
  [1000, null, null],
])("%j cents over %j km are %j per km", (cents, km, perKm) => {
  expect(centsPerKm(cents, km)).toBe(perKm);
});

describe("filter of the trips", () => {
  const trips = [
    { on_date: "2026-05-01", states: ["SC", "RS"] },
    { on_date: "2025-12-31", states: ["SC"] },
    { on_date: "2026-01-01", states: [] },
  ];
  it.each([
    [{ year: null, state: null }, [0, 1, 2]],
    [{ year: 2026, state: null }, [0, 2]],
    [{ year: null, state: "SC" }, [0, 1]],
    [{ year: 2026, state: "RS" }, [0]],
    [{ year: 2024, state: null }, []],
  ])("%j keeps %j", (filter, kept) => {
    expect(filterTrips(trips, filter)).toEqual(kept.map((index) => trips[index]));
  });
  it("offers the years and states that occur", () => {
    expect(tripFacets(trips)).toEqual({ years: [2026, 2025], states: ["RS", "SC"] });
  });
  it.each([
    [{}, { year: null, state: null }],
    [
      { ano: "2026", uf: "sc" },
      { year: 2026, state: "SC" },
    ],
    [
      { ano: "26", uf: "santa" },
      { year: null, state: null },
    ],
    [
      { ano: ["2026"], uf: 7 },
      { year: null, state: null },
    ],
  ])("of the query %j is %j", (query, filter) => {
    expect(tripFilterOf(query)).toEqual(filter);
  });
});

it.each([
  [{ origin: "Lages", destination: "Urubici" }, "Lages → Urubici"],
  [{ origin: "Lages", destination: "" }, "Lages"],
  [{ origin: "", destination: "" }, ""],
])("routeText(%j) is %j", (ends, text) => {
  expect(routeText(ends)).toBe(text);
});

describe("matchTowns()", () => {
  const town = (name: string, state_abbr: string) => ({ name, state_abbr });
  const towns = [town("São Joaquim da Barra", "SP"), town("São Joaquim", "SC"), town("Urubici", "SC")];
  it.each([
    ["sao joaquim", [1, 0]],
    ["São Joaquim, SC", [1]],
    ["São Joaquim (sp)", [0]],
    ["urubici-SC", [2]],
    ["Lages", []],
  ])("finds %j", (typed, found) => {
    expect(matchTowns(towns, typed, 6)).toEqual(found.map((index) => towns[index]));
  });
  it("returns no more than asked for", () => {
    expect(matchTowns(towns, "s", 1)).toHaveLength(1);
  });
});
