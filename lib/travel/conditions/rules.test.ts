import { describe, expect, it } from "vitest";
import { BUILT_IN_SETTINGS, EXAMPLES, FACTORS, rate, severityOf, type Factor, type Severity } from "./rules";
import { conditionSettingsSchema, readConditionSettings } from "./schema";

const NONE = Object.fromEntries(FACTORS.map((factor) => [factor, null])) as Record<Factor, Severity | null>;
const GOOD = { ...NONE, unpaved: 0, heat: 0, dusk: 0, workshop: 0 } as const;
const rated = (severities: Record<Factor, Severity | null>, change = {}) =>
  rate(
    FACTORS.map((factor) => ({ factor, severity: severities[factor] })),
    { ...BUILT_IN_SETTINGS, ...change },
  );

describe("rate", () => {
  it.each([
    ["four good factors", GOOD, {}, "green", 4],
    ["three good factors", { ...GOOD, heat: null }, {}, "grey", 3],
    ["nothing known", NONE, {}, "grey", 0],
    ["three known factors, one of them bad", { ...NONE, fuel: 2, dusk: 2, heat: 0 }, {}, "grey", 3],
    ["one caution", { ...GOOD, heat: 1 }, {}, "yellow", 4],
    ["a bad factor with little weight", { ...GOOD, heat: 2 }, {}, "yellow", 4],
    ["a bad factor with much weight", { ...GOOD, fuel: 2 }, {}, "red", 5],
    ["several cautions", { ...GOOD, unpaved: 1, heat: 1, workshop: 1 }, {}, "red", 4],
    ["everything good", { ...GOOD, fuel: 0, fog: 0, grade: 0 }, {}, "green", 7],
    ["a lower minimum", { ...NONE, dusk: 0 }, { min_known: 1 }, "green", 1],
    ["a higher limit of red", { ...GOOD, fuel: 2 }, { red_from: 7 }, "yellow", 5],
  ] as const)("of %s", (_, severities, change, light, count) => {
    expect(rated(severities, change)).toMatchObject({ light, rated: count, total: 7 });
  });

  it("does not count a factor whose weight is 0", () => {
    expect(rated({ ...GOOD, fuel: 2 }, { fuel_weight: 0 })).toMatchObject({ light: "green", rated: 4, total: 6 });
  });

  it("is never better when a known factor becomes unknown and too few are left", () => {
    for (const factor of ["unpaved", "heat", "dusk", "workshop"] as const)
      expect(rated({ ...GOOD, [factor]: null }).light).toBe("grey");
  });
});

describe("severityOf", () => {
  it.each([
    [31.9, 0],
    [32, 1],
    [35.9, 1],
    [36, 2],
  ])("of a mean maximum of %d °C is %d", (degrees, severity) => {
    expect(severityOf("heat", degrees, BUILT_IN_SETTINGS)).toBe(severity);
  });
});

describe("settings", () => {
  it("accepts the built-in ones, also as texts of a form", () => {
    const texts = Object.fromEntries(Object.entries(BUILT_IN_SETTINGS).map(([name, value]) => [name, String(value)]));
    expect(conditionSettingsSchema.parse(texts)).toEqual(BUILT_IN_SETTINGS);
  });

  it.each([
    ["yellow above red", { heat_yellow: 37 }],
    ["yellow points above red points", { yellow_from: 5 }],
    ["more required factors than are counted", { fog_weight: 0, grade_weight: 0, min_known: 6 }],
    ["a weight above the maximum", { fuel_weight: 6 }],
    ["a broken number of factors", { min_known: 3.5 }],
    ["a missing value", { fuel_weight: undefined }],
    ["a text", { fuel_weight: "x" }],
  ])("refuses %s", (_, change) => {
    expect(conditionSettingsSchema.safeParse({ ...BUILT_IN_SETTINGS, ...change }).success).toBe(false);
  });

  it.each([
    ["a stored value", { heat_red: 40 }, { heat_red: 40 }],
    ["a value from the address", { heat_red: "40" }, { heat_red: 40 }],
    ["an invalid value", { heat_red: 99 }, {}],
    ["a contradiction", { heat_yellow: 40 }, {}],
  ])("are read with %s", (_, given, expected) => {
    expect(readConditionSettings(given)).toEqual({ ...BUILT_IN_SETTINGS, ...expected });
  });
});

describe("examples of the panel", () => {
  it.each([
    ["calm", "green"],
    ["hot", "yellow"],
    ["dry", "red"],
    ["night", "red"],
    ["earth", "red"],
    ["noData", "grey"],
  ] as const)("%s is %s with the built-in settings", (name, light) => {
    expect(rated(EXAMPLES[name]).light).toBe(light);
  });
});
