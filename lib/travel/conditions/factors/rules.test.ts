import { describe, expect, it } from "vitest";
import { encodeLine, type RoadClass, type Surface } from "../../../geo/roads/rules";
import { EMPTY_PLAN, type Span } from "../../trips/rules";
import type { Profile, StoredRoute, TripPlan } from "../../trips/schema";
import { BUILT_IN_SETTINGS, FACTORS, type ConditionFacts, type Factor, type Severity } from "../rules";
import { rateStretches, runsOfStretches, type RatedStretch } from "./rules";

const span = (fromKm: number, toKm: number): Span => ({ fromKm, toKm });
const MONTHS = [31, 31, 32, 33, 34, 35, 35.5, 36, 37, 34, 33, 31];
const FACTS: ConditionFacts = {
  fuel: { km: [10, 90], covered: [span(0, 100)], unknown: [] },
  workshops: { km: [5, 60], covered: [span(0, 100)], unknown: [] },
  climate: [{ ...span(0, 100), station: "CUIABÁ", stationKm: 12, maxC: MONTHS }],
  grades: [],
  settings: BUILT_IN_SETTINGS,
};
const NOWHERE = { km: [], covered: [], unknown: ["SC" as const] };

const stop = (name: string, lng: number) => ({
  id: name,
  kind: "stop" as const,
  name,
  lat: -15.6,
  lng,
  stayMinutes: 0,
  nights: 0,
  note: "",
  subject: null,
});
const CAR = { ...EMPTY_PLAN.car, tankLitres: 40, kmPerLitre: 10 };
const PLAN: TripPlan = {
  ...EMPTY_PLAN,
  stops: [stop("Cuiabá", -56.1), stop("Poconé", -56.6)],
  leaveOn: "2027-01-10",
  car: CAR,
};

/** A route of 40 km in 40 minutes with sections of equal length. */
function routeOf(...classes: RoadClass[]): StoredRoute {
  return {
    sections: classes.map((roadClass, index) => ({
      kind: roadClass === "ferry" ? "ferry" : "road",
      line: encodeLine([
        [-15.6, -56.1 - index / 10],
        [-15.6, -56.2 - index / 10],
      ]),
      roadClass,
      ref: null,
      km: 40 / classes.length,
      source: null,
    })),
    legs: [{ from: 0, to: 1, km: 40, estimatedKm: 0, minutes: 40, firstSection: 0, endSection: classes.length }],
    km: 40,
    estimatedKm: 0,
    minutes: 40,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: [],
  };
}

type RouteFacts = Pick<StoredRoute, "profile" | "ground"> & { classes?: RoadClass[]; surface?: Surface };
type Case = RouteFacts & { plan?: Partial<TripPlan>; facts?: Partial<ConditionFacts> };

function ratedOf({ plan = {}, facts = {}, classes = ["trunk"], surface, profile = [], ground }: Case) {
  const base = routeOf(...classes);
  const sections = base.sections.map((section) => ({ ...section, surface }));
  const route = { ...base, sections, profile, ground };
  const [stretch] = rateStretches({ ...PLAN, ...plan }, route, { ...FACTS, ...facts }, "America/Cuiaba");
  return stretch!;
}
const factorOf = (name: Factor, given: Case) => ratedOf(given).factors.find(({ factor }) => factor === name)!;

describe("fuel", () => {
  it.each<[string, Case, number | null, string, object]>([
    ["a full tank of 400 km", {}, 0, "fuelLeft", { km: 370 }],
    ["no figures of the car", { plan: { car: EMPTY_PLAN.car } }, null, "fuelNoCar", {}],
    ["no data of petrol stations", { facts: { fuel: NOWHERE } }, null, "fuelNoData", {}],
    ["a tank that is nearly used", { plan: { car: { ...CAR, tankLitres: 4.2 } } }, 1, "fuelLeft", { km: 12 }],
    ["a tank that is too small", { plan: { car: { ...CAR, tankLitres: 2 } } }, 2, "fuelEmpty", { km: 10 }],
    [
      "an unknown part of a twentieth",
      { facts: { fuel: { ...FACTS.fuel, covered: [span(0, 38)] } } },
      0,
      "fuelLeft",
      { km: 372 },
    ],
    [
      "an unknown part of a half",
      { facts: { fuel: { ...FACTS.fuel, covered: [span(0, 20)] } } },
      null,
      "fuelNoData",
      {},
    ],
  ])("with %s", (_, given, severity, reason, values) => {
    expect(factorOf("fuel", given)).toMatchObject({ severity, reason, values });
  });
});

describe("earth", () => {
  it.each<[string, RoadClass[], number | null, string, object, Surface?]>([
    ["trunk roads only", ["trunk", "motorway"], 0, "unpavedNone", { km: 0 }],
    ["roads without surface data", ["secondary"], null, "unpavedNoData", {}],
    ["half of the way", ["track", "trunk"], 2, "unpavedKm", { km: 20 }],
    [
      "a tenth of the way, the rest unknown",
      ["track", ...Array<RoadClass>(9).fill("primary")],
      1,
      "unpavedKm",
      { km: 4 },
    ],
    ["a ferry, which is not unknown", ["ferry", "trunk"], 0, "unpavedNone", { km: 0 }],
    ["paved roads", ["secondary", "track"], 0, "unpavedNone", { km: 0 }, "paved"],
    ["trunk roads of earth", ["trunk"], 2, "unpavedKm", { km: 40 }, "unpaved"],
  ])("on %s", (_, classes, severity, reason, values, surface) => {
    expect(factorOf("unpaved", { classes, surface })).toMatchObject({ severity, reason, values });
  });
});

describe("heat", () => {
  it.each<[string, Case, number | null, string, object]>([
    ["January", {}, 0, "heat", { degrees: 31, month: 1, station: "CUIABÁ", km: 12 }],
    ["July", { plan: { leaveOn: "2027-07-10" } }, 1, "heat", { degrees: 35.5 }],
    ["September", { plan: { leaveOn: "2027-09-10" } }, 2, "heat", { degrees: 37 }],
    ["no date", { plan: { leaveOn: null } }, null, "heatNoDate", {}],
    ["no station near enough", { facts: { climate: [] } }, null, "heatNoData", {}],
    [
      "a station without that month",
      { facts: { climate: [{ ...FACTS.climate[0]!, maxC: [null] }] } },
      null,
      "heatNoData",
      {},
    ],
  ])("of %s", (_, given, severity, reason, values) => {
    expect(factorOf("heat", given)).toMatchObject({ severity, reason, values });
  });
});

describe("dusk", () => {
  // Near Cuiabá the sun rises at about 05:20 and sets at about 18:21 on 10 January.
  it.each<[string, Partial<TripPlan>, number | null, string]>([
    ["in the morning", { leaveAt: "08:00" }, 0, "daylight"],
    ["into the night", { leaveAt: "18:00" }, 1, "dark"],
    ["at night", { leaveAt: "22:00" }, 2, "dark"],
    ["before sunrise", { leaveAt: "04:00" }, 2, "dark"],
    ["without a date", { leaveOn: null }, null, "duskNoDate"],
  ])("%s", (_, plan, severity, reason) => {
    expect(factorOf("dusk", { plan })).toMatchObject({ severity, reason });
  });

  it("counts the minutes after sunset on the clock of the start", () => {
    const minutes = Number(factorOf("dusk", { plan: { leaveAt: "18:00" } }).values.minutes);
    expect(minutes).toBeGreaterThan(15);
    expect(minutes).toBeLessThan(23);
  });
});

describe("workshops", () => {
  it.each<[string, Partial<ConditionFacts["workshops"]>, number | null, string, object]>([
    ["one at km 5 and one at km 60", {}, 0, "workshop", { km: 27 }],
    ["one behind the end", { km: [90] }, 1, "workshop", { km: 90 }],
    ["none", { km: [] }, 2, "workshopNone", {}],
    ["no data", { km: [], covered: [] }, null, "workshopNoData", {}],
    ["a near border, beyond which one may be", { km: [], covered: [span(0, 30)] }, null, "workshopNoData", {}],
    ["one known beside the border", { km: [29], covered: [span(0, 37)] }, 0, "workshop", { km: 29 }],
  ])("with %s", (_, change, severity, reason, values) => {
    const facts = { workshops: { ...FACTS.workshops, ...change } };
    expect(factorOf("workshop", { facts })).toMatchObject({ severity, reason, values });
  });
});

describe("slopes", () => {
  const grade = (fromKm: number, toKm: number, percent: number) => ({ fromKm, toKm, percent });
  it.each<[string, ConditionFacts["grades"], number | null, string, object]>([
    ["no recording", [], null, "gradeNoData", {}],
    ["a recording of everything", [grade(0, 40, 3)], 0, "grade", { percent: 3 }],
    ["a recording of a part", [grade(0, 20, 3)], null, "gradeNoData", {}],
    ["a steep part, the rest unknown", [grade(0, 1, 11)], 2, "grade", { percent: 11 }],
  ])("with %s", (_, grades, severity, reason, values) => {
    expect(factorOf("grade", { facts: { grades } })).toMatchObject({ severity, reason, values });
  });

  // 40 km: flat, 70 m in 1 km (7 %), flat, 55 m down in 500 m (11 %), flat.
  const hill = (toKm: number): Profile => {
    const points = [
      [0, 100],
      [10, 100],
      [11, 170],
      [20, 170],
      [20.5, 115],
      [40, 115],
    ] as const;
    return [points.filter(([km]) => km <= toKm).map(([km, metres]) => [km, metres, km])];
  };
  const own = (profile: Profile, facts: Case["facts"] = {}) => factorOf("grade", { profile, facts });

  it.each<[string, Profile, number | null, string, object]>([
    ["a file of everything", hill(40), 2, "gradeOwn", { percent: 11, longPercent: 7, up: 70, down: 55 }],
    ["a file up to the climb: 7 % over 1 km", hill(20), 1, "gradeOwn", { percent: 7, longPercent: 7, up: 70, down: 0 }],
    ["a file of a flat part", hill(10), null, "gradeNoData", {}],
  ])("with %s", (_, profile, severity, reason, values) => {
    const found = own(profile);
    expect(found).toMatchObject({ severity, reason });
    for (const [name, value] of Object.entries(values)) expect(found.values[name]).toBeCloseTo(value as number, 6);
  });

  it("of 1 km are limited apart from those of 500 m", () => {
    // 6.5 % is a caution over 500 m and bad over 1 km when the limit of 1 km is 6 %.
    const settings = { ...BUILT_IN_SETTINGS, grade_yellow: 6, grade_red: 10, long_grade_yellow: 5, long_grade_red: 6 };
    expect(own(hill(20), { settings }).severity).toBe(2);
    expect(own(hill(20)).severity).toBe(1);
  });

  it("of the ground are those of a file, with their source", () => {
    expect(factorOf("grade", { ground: hill(40) })).toMatchObject({ severity: 2, reason: "gradeGround" });
    expect(factorOf("grade", { ground: hill(40), profile: hill(40) })).toMatchObject({ reason: "gradeOwn" });
    expect(factorOf("grade", { ground: hill(10) })).toMatchObject({ severity: null, reason: "gradeNoData" });
  });

  it("of the guide and the own file: the worse one counts", () => {
    expect(own(hill(20), { grades: [grade(0, 40, 11)] })).toMatchObject({ severity: 2, reason: "grade" });
    expect(own(hill(40), { grades: [grade(0, 40, 3)] })).toMatchObject({ severity: 2, reason: "gradeOwn" });
  });
});

describe("rateStretches", () => {
  it("is green with five of seven known factors, the known ones first", () => {
    const { light, rated, total, factors } = ratedOf({});
    expect({ light, rated, total }).toEqual({ light: "green", rated: 5, total: 7 });
    expect(factors.map(({ factor }) => factor)).toEqual([
      "fuel",
      "unpaved",
      "heat",
      "dusk",
      "workshop",
      "fog",
      "grade",
    ]);
  });

  it("is grey without car, date and data, and no unknown factor has a severity", () => {
    const { light, rated, factors } = ratedOf({
      plan: { car: EMPTY_PLAN.car, leaveOn: null },
      facts: { fuel: NOWHERE, workshops: NOWHERE, climate: [] },
      classes: ["secondary"],
    });
    expect({ light, rated }).toEqual({ light: "grey", rated: 0 });
    expect(factors.every(({ severity }) => severity === null)).toBe(true);
    expect(factors).toHaveLength(FACTORS.length);
  });

  it("lists the worst reason first and leaves out factors without weight", () => {
    const settings = { ...BUILT_IN_SETTINGS, fog_weight: 0 };
    const { light, factors } = ratedOf({ plan: { leaveAt: "22:00" }, facts: { settings } });
    expect(light).toBe("red");
    expect(factors[0]!.factor).toBe("dusk");
    expect(factors.map(({ factor }) => factor)).not.toContain("fog");
  });
});

describe("runsOfStretches", () => {
  type Given = { light?: RatedStretch["light"]; severity?: Severity | null; reason?: string; km?: number };

  const rated = (severity: Severity, reason: string, km = 0): Given => ({ severity, reason, km });
  const stretchOf = ({ light = "grey", severity = null, reason = "fuelNoData", km = 0 }: Given, index: number) => ({
    ...ratedOf({}),
    ...span(index * 50, index * 50 + 50),
    light,
    factors: [{ factor: "fuel" as const, severity, reason, values: { km } }],
  });

  it.each<[string, Given[], number[]]>([
    ["no stretches", [], []],
    ["one stretch", [{}], [1]],
    ["neighbours that are alike", [{}, {}, {}], [3]],
    ["another light between them", [{}, {}, { light: "green", severity: 0 }, {}], [2, 1, 1]],
    ["another reason for missing data", [{}, { reason: "fuelNoCar" }], [1, 1]],
    ["a problem with other figures", [rated(1, "fuelLow", 12), rated(1, "fuelLow", 30)], [2]],
    ["the same light for a worse problem", [{ severity: 1 }, { severity: 2 }], [1, 1]],
    ["a problem with another reason", [rated(1, "fuelLow"), rated(1, "fuelLeft")], [1, 1]],
    ["a good factor in other words", [rated(0, "fuelLow"), rated(0, "fuelLeft")], [2]],
  ])("groups %s", (_, given, lengths) => {
    const stretches = given.map(stretchOf);
    const runs = runsOfStretches(stretches);
    expect(runs.map((run) => run.length)).toEqual(lengths);
    expect(runs.flat()).toEqual(stretches);
  });

  it("groups what rateStretches finds on a long road", () => {
    const route = routeOf("trunk");
    const long = { ...route, km: 400, legs: [{ ...route.legs[0]!, km: 400, minutes: 400 }] };
    const facts = { ...FACTS, fuel: NOWHERE, workshops: NOWHERE, climate: [] };
    const runs = runsOfStretches(rateStretches({ ...PLAN, leaveOn: null }, long, facts, "America/Cuiaba"));
    expect(runs.map((run) => [run[0]!.light, run.length, run[0]!.fromKm, run.at(-1)!.toKm])).toEqual([
      ["grey", 8, 0, 400],
    ]);
  });
});
