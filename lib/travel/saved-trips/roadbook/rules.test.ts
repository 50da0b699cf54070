import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../../geo/geo/lines";
import { encodeLine } from "../../../geo/roads/rules";
import { daysOf } from "../../trips/days/rules";
import type { StoredRoute, TripPlan } from "../../trips/schema";
import { hasJunctions, NO_FACTS, stagePairs, stagesOf, type BookFacts } from "./rules";

const [START, CROSSING]: [LinePoint, LinePoint] = [
  [-27, -50],
  [-27, -49.9],
];
const south = (degrees: number): LinePoint => [CROSSING[0] - degrees, CROSSING[1]];

const stop = (name: string, kind: "stop" | "shape", [lat, lng]: LinePoint, nights = 0) => ({
  id: name,
  kind,
  name,
  lat,
  lng,
  nights,
  stayMinutes: 0,
  note: "",
  subject: null,
});

const PLAN: TripPlan = {
  title: "",
  stops: [
    stop("A", "stop", START),
    stop("b", "shape", CROSSING),
    stop("C", "stop", south(0.1), 1),
    stop("D", "stop", south(0.2)),
  ],
  avoid: [],
  leaveOn: null,
  leaveAt: "08:00",
  maxKmPerDay: null,
  maxHoursPerDay: null,
  car: { name: "", cruiseKmh: 130, tankLitres: null, kmPerLitre: null, fuelPriceCents: null, tollClass: "car" },
};

const section = (ref: string, km: number, points: LinePoint[]) => ({
  kind: "road" as const,
  line: encodeLine(points),
  roadClass: "primary" as const,
  ref,
  km,
  source: "osm",
});
const SECTIONS = [
  section("BR-282", 10, [START, CROSSING]),
  section("SC-110", 11, [CROSSING, south(0.1)]),
  section("SC-110", 12, [south(0.1), south(0.2)]),
];
const ROUTE: StoredRoute = {
  sections: SECTIONS,
  legs: SECTIONS.map(({ km }, index) => ({
    from: index,
    to: index + 1,
    km,
    estimatedKm: index === 2 ? 1 : 0,
    minutes: 10,
    firstSection: index,
    endSection: index + 1,
  })),
  km: 33,
  estimatedKm: 1,
  minutes: 30,
  tolls: [],
  unavoidable: [],
  unsupported: [],
  credits: [],
};

const days = daysOf(PLAN, ROUTE, "America/Sao_Paulo");
const stagesWith = (facts: Partial<BookFacts>) =>
  days.map((day) => stagesOf(day, PLAN, ROUTE, { ...NO_FACTS, ...facts }));
const turnsIn = (facts: Partial<BookFacts>, day: number) =>
  stagesWith(facts)[day]![0]!.lines.flatMap((line) => (line.kind === "turn" ? [line] : []));

it("hasJunctions() is whether those of every stage were looked for", () => {
  expect(hasJunctions(days, NO_FACTS)).toBe(false);
  expect(hasJunctions(days, { ...NO_FACTS, junctions: new Map([[0, []]]) })).toBe(false);
  const junctions = new Map([
    [0, []],
    [2, []],
  ]);
  expect(hasJunctions(days, { ...NO_FACTS, junctions })).toBe(true);
});

describe("stagesOf()", () => {
  it("passes over points that only bend the line and adds up the day", () => {
    const stages = stagesWith({}).map((ofDay) =>
      ofDay.map(({ from, to, km, dayKm, estimatedKm }) => [from.stop.name, to.stop.name, km, dayKm, estimatedKm]),
    );
    expect(stages).toEqual([[["A", "C", 21, 21, 0]], [["C", "D", 12, 12, 1]]]);
    expect(days.flatMap(stagePairs).map(([from, to]) => [from.index, to.index])).toEqual([
      [0, 2],
      [2, 3],
    ]);
  });

  it("has a line for each road with its kilometres since the start of the day and the turn before", () => {
    const shown = turnsIn({}, 0).map(({ road, turn, dayKm, partKm }) => [road.ref, turn, dayKm, partKm]);
    expect(shown).toEqual([
      ["BR-282", null, 0, 0],
      ["SC-110", "right", 10, 10],
    ]);
    expect(stagesWith({})[0]![0]!.lastKm).toBe(11);
    expect(turnsIn({}, 1).map(({ road, dayKm }) => [road.ref, dayKm])).toEqual([["SC-110", 0]]);
  });

  it("draws the junction of a turn", () => {
    const arm = { bearing: 90, ref: "BR-282", roadClass: "primary" as const };
    const junction = { first: 1, last: 1, from: 270, to: 180, others: [arm], isDetailed: true };
    expect(turnsIn({ junctions: new Map([[0, [junction]]]) }, 0)[1]!.tulip).toEqual({
      turn: 90,
      others: [0],
      isDetailed: true,
    });
  });

  it("has the place of a turn and the next town as its direction, and a line for every other town", () => {
    const towns = [
      { name: "Vila", lat: -27, lng: -49.95, metres: null },
      { name: "Trevo", lat: -27.001, lng: -49.901, metres: null },
      { name: "Serra", lat: -27.07, lng: -49.9, metres: null },
    ];
    const directions = turnsIn({ towns }, 0).map(({ place, toward }) => [place, toward]);
    expect(directions).toEqual([
      [null, "Vila"],
      ["Trevo", "Serra"],
    ]);
    const passed = stagesWith({ towns })[0]![0]!.lines.flatMap((line) => (line.kind === "town" ? [line.name] : []));
    expect(passed).toEqual(["Vila", "Serra"]);
    expect(turnsIn({}, 0).map(({ toward }) => toward)).toEqual(["C", "C"]);
  });

  it("has what is beside the road in the order of travel, and the warnings of a route once a day", () => {
    const warnings = [{ name: "Serra", texts: ["Neblina."], stops: [START, CROSSING, south(0.1)].map(pointOf) }];
    const plazas = [{ name: "P1", lat: -27.05, lng: -49.9, cents: null }];
    const plan = { ...PLAN, stops: PLAN.stops.map((one) => ({ ...one, nights: 0, kind: "stop" as const })) };
    const [day] = daysOf(plan, ROUTE, "America/Sao_Paulo");
    const stages = stagesOf(day!, plan, ROUTE, { ...NO_FACTS, warnings, plazas });
    expect(stages.map(({ lines }) => lines.map(({ kind }) => kind))).toEqual([
      ["turn", "warning"],
      ["turn", "toll"],
      ["turn"],
    ]);
  });
});

function pointOf([lat, lng]: LinePoint) {
  return { lat, lng };
}
