import { describe, expect, it } from "vitest";
import { compassPoint, lightOnView } from "./rules";

describe("lightOnView", () => {
  it.each([
    [90, { azimuth: 80, elevation: 10 }, "against"],
    [350, { azimuth: 20, elevation: 10 }, "against"],
    [90, { azimuth: 270, elevation: 10 }, "behind"],
    [0, { azimuth: 90, elevation: 40 }, "side"],
    [0, { azimuth: 0, elevation: -5 }, "below"],
  ] as const)("view to %i°, sun at %o: %s", (heading, sun, light) => {
    expect(lightOnView(heading, sun)).toBe(light);
  });
});

describe("compassPoint", () => {
  it.each([
    [0, "n"],
    [22, "n"],
    [23, "ne"],
    [180, "s"],
    [337, "nw"],
    [338, "n"],
    [360, "n"],
    [-90, "w"],
  ])("%i° is %s", (degrees, point) => {
    expect(compassPoint(degrees)).toBe(point);
  });
});
