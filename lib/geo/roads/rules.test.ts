import { describe, expect, it } from "vitest";
import { sectionMinutes } from "./rules";

describe("sectionMinutes", () => {
  /** 80 km of motorway. */
  const section = { km: 80, minutes: 60, slower: [80, 120] as [number, number] };
  it.each([
    ["faster than the road allows an old car", 110, 60],
    ["a known speed", 60, 80],
    ["between the two known speeds", 48, 100],
    ["the lowest known speed", 40, 120],
    ["below the lowest known speed", 32, 150],
  ])("for a driver who keeps %s", (_name, cruise, minutes) => {
    expect(sectionMinutes(section, cruise)).toBeCloseTo(minutes);
  });

  it("of a section that was stored without minutes are none: its leg has them", () => {
    expect(sectionMinutes({ km: 80 }, 40)).toBe(0);
  });
});
