import { describe, expect, it } from "vitest";
import { classicMinutes } from "./pace";

describe("classicMinutes", () => {
  it.each([
    ["a motorway of 80 km", 80, { motorway: 80 }, {}, 60],
    ["kilometres without a class", 55, {}, {}, 60],
    ["the rest of a partly classified leg", 135, { motorway: 80 }, {}, 120],
    ["a ferry of 5 km", 5, { ferry: 5 }, {}, 30],
    ["an unpaved secondary road", 60, { secondary: 60 }, { surface: "unpaved" }, 120],
    ["a mixed road with a known share", 60, { secondary: 60 }, { surface: "mixed", pavedPct: 50 }, 90],
    ["an unpaved route still has paved motorways", 80, { motorway: 80 }, { surface: "unpaved" }, 60],
    ["nothing", 0, {}, {}, 0],
  ])("%s", (_name, km, classes, surface, minutes) => {
    expect(Math.round(classicMinutes(km, classes, { surface: null, pavedPct: null, ...surface }))).toBe(minutes);
  });
});
