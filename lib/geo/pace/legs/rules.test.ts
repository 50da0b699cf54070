import { describe, expect, it } from "vitest";
import { encodeLine } from "../../roads/rules";
import { estimatedMinutes, lineMinutes, type RouteSurface } from "./rules";
import { PLAIN_PACE } from "../drive/rules";
import { BUILT_IN_PACE } from "../rules";

const KM = 1 / 111.195;
/** A straight line of 60 km. */
const line = encodeLine([
  [-20, -50],
  [-20 + 60 * KM, -50],
]);
const PAVED: RouteSurface = { surface: "paved", pavedPct: null };

describe("lineMinutes", () => {
  it.each([
    ["a class for all of it", 60, { motorway: 60 }, PAVED, 45],
    ["no class", 58, {}, PAVED, 60],
    ["a class for half of it", 60, { motorway: 30 }, PAVED, 22.5 + (30 / 58) * 60],
    ["half of it on earth", 60, { secondary: 60 }, { surface: "mixed", pavedPct: 50 }, 60 + (30 / 66) * 60],
    ["a motorway on a route of earth", 60, { motorway: 60 }, { surface: "unpaved", pavedPct: null }, 45],
    ["no length", 0, {}, PAVED, 0],
  ] as const)("of %s", (_name, km, classes, ground, minutes) => {
    expect(lineMinutes({ km, line, classes }, ground, PLAIN_PACE)).toBeCloseTo(minutes, 0);
  });
});

describe("estimatedMinutes", () => {
  it.each([
    ["asphalt", PAVED, 60],
    ["earth", { surface: "unpaved", pavedPct: null }, 116],
    ["a mixed road", { surface: "mixed", pavedPct: null }, 0.7 * 60 + 0.3 * 116],
  ])("on %s", (_name, ground, minutes) => {
    expect(estimatedMinutes(58, ground, BUILT_IN_PACE)).toBeCloseTo(minutes);
  });
});
