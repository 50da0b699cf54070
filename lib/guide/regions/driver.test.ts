import { describe, expect, it } from "vitest";
import { driverFacts, groundOf, sunDirection } from "./driver";
import type { Leg, RoadPoint, WayPiece } from "./way";

describe("groundOf", () => {
  it.each([
    ["unknown", { surface: null, paved_pct: null, distance_km: 80 }, ["unknown", null]],
    ["paved", { surface: "paved", paved_pct: null, distance_km: 80 }, ["paved", null]],
    ["all of it paved", { surface: null, paved_pct: 100, distance_km: 80 }, ["paved", null]],
    ["a known share", { surface: "mixed", paved_pct: 75, distance_km: 80 }, ["mixed", 20]],
    ["a share below one kilometre", { surface: "mixed", paved_pct: 99, distance_km: 20 }, ["mixed", 1]],
    ["a share of an unknown length", { surface: "mixed", paved_pct: 75, distance_km: null }, ["mixed", null]],
    ["mixed without a share", { surface: "mixed", paved_pct: null, distance_km: 80 }, ["mixed", null]],
    ["unpaved", { surface: "unpaved", paved_pct: null, distance_km: 80 }, ["unpaved", 80]],
    ["nothing paved", { surface: "mixed", paved_pct: 0, distance_km: 80 }, ["unpaved", 80]],
  ])("%s", (_, region, [kind, unpavedKm]) => {
    expect(groundOf(region)).toEqual({ kind, unpavedKm });
  });
});

describe("sunDirection", () => {
  const at = (lat: number, lng: number) => ({ lat, lng });
  const start = at(-20, -50);
  it.each([
    ["due east", [start, at(-20, -49)], "east"],
    ["due west", [start, at(-20, -51)], "west"],
    ["north-west by west", [start, at(-19.5, -51)], "west"],
    ["north-east", [start, at(-19, -49)], null],
    ["south", [start, at(-21, -50)], null],
    ["less than 20 km", [start, at(-20, -49.85)], null],
    ["a loop", [start, at(-20, -49), start], null],
    ["a short detour", [start, at(-19.7, -49.5), at(-20, -49)], "east"],
    ["mostly a detour", [start, at(-18, -49.5), at(-20, -49)], null],
    ["stops without a position", [{ lat: null, lng: null }, start, at(-20, -49)], "east"],
    ["no position", [{ lat: null, lng: null }], null],
  ] as const)("%s", (_, stops, direction) => {
    expect(sunDirection(stops)).toBe(direction);
  });
});

describe("driverFacts", () => {
  const ROUTE = { surface: "paved", paved_pct: null, distance_km: 50, region_waypoints: [], warnings: [] };
  const toll = (km: number): RoadPoint => ({
    kind: "toll",
    km,
    beside: 0,
    name: `km ${km}`,
    road: "BR-101",
    lat: 0,
    lng: -50,
    source: "ANTT",
  });
  const piece = (style: WayPiece["style"], points: RoadPoint[] | null, has_fuel_data = false): WayPiece => ({
    fromKm: 0,
    km: 50,
    line: [],
    kmAt: [],
    style,
    joins: [],
    leg: points && ({ points, has_fuel_data } as unknown as Leg),
  });

  it.each([
    ["no way", [], { fuelGap: null, tolls: null }],
    ["a way without lines", [piece("unknown", [toll(5)])], { fuelGap: null, tolls: null }],
    ["a recording without legs", [piece("traced", null)], { fuelGap: null, tolls: null }],
    ["a line without tolls", [piece("traced", [])], { fuelGap: null, tolls: { tolls: [], isComplete: true } }],
    [
      "tolls on a part with a line",
      [piece("simplified", [toll(5)]), piece("unknown", null)],
      { fuelGap: null, tolls: { tolls: [toll(5)], isComplete: false } },
    ],
    [
      "the plazas of both directions",
      [piece("traced", [toll(5), toll(5.4), toll(9)])],
      { fuelGap: null, tolls: { tolls: [toll(5), toll(9)], isComplete: true } },
    ],
    [
      "the gantries of both directions of one plaza as one, at the first of them",
      [
        piece("traced", [
          { ...toll(4), name: "Marialva - P06 Decrescente" },
          { ...toll(8), name: "Marialva - P06" },
          { ...toll(30), name: "Marialva - P06" },
        ]),
      ],
      {
        fuelGap: null,
        tolls: {
          tolls: [
            { ...toll(4), name: "Marialva - P06" },
            { ...toll(30), name: "Marialva - P06" },
          ],
          isComplete: true,
        },
      },
    ],
    [
      "a line with fuel data and no station",
      [piece("traced", [], true)],
      { fuelGap: { fromKm: 0, km: 50 }, tolls: { tolls: [], isComplete: true } },
    ],
  ])("%s", (_, way, facts) => {
    const others = {
      hasTollWarning: false,
      operators: [],
      ground: { kind: "paved", unpavedKm: null },
      direction: null,
    };
    expect(driverFacts(ROUTE, way, [])).toEqual({ ...facts, ...others });
  });

  it("has each plaza once, from the federal list where it is in both", () => {
    const booth = (km: number): RoadPoint => ({ ...toll(km), name: "EGR", road: "", source: "OpenStreetMap, 2026-07" });
    const way = [piece("traced", [booth(4.2), toll(5), booth(5.1), booth(20), booth(20.1), booth(30)])];
    const found = driverFacts(ROUTE, way, []).tolls!.tolls;
    expect(found.map(({ km, source }) => [km, source])).toEqual([
      [5, "ANTT"],
      [20, "OpenStreetMap, 2026-07"],
      [30, "OpenStreetMap, 2026-07"],
    ]);
  });

  it.each([
    ["Pedágio na RS-235, em Gramado.", true],
    ["Sem cabine (free flow) na RS-446.", true],
    ["Neblina na serra.", false],
  ])("%s: is about a toll: %s", (warning, isToll) => {
    expect(driverFacts({ ...ROUTE, warnings: [warning] }, [], []).hasTollWarning).toBe(isToll);
  });

  it.each([
    ["NOVA 364", ["Nova 364: guincho e socorro (BR-364)"]],
    ["PANTANAL", ["Motiva Pantanal: guincho e socorro (BR-163)"]],
    ["MOTIVA PARANÁ", []],
    ["VIA SUL", []],
    ["BR-163", []],
    ["", []],
    [undefined, []],
  ])("returns the phone of the operator %s of a toll", (operator, names) => {
    const contacts = ["Nova 364: guincho e socorro (BR-364)", "Motiva Pantanal: guincho e socorro (BR-163)"].map(
      (name) => ({ id: name, kind: "road_operator", name, phone: "0800 1", translations: {} }),
    );
    const police = { id: "1", kind: "state_road_police", name: "Nova 364", phone: "198", translations: {} };
    const { operators } = driverFacts(ROUTE, [piece("traced", [{ ...toll(5), operator }])], [police, ...contacts]);
    expect(operators.map(({ name }) => name)).toEqual(names);
  });
});
