import { describe, expect, it } from "vitest";
import { STATE_SEGMENTS, stateOfPath } from "@/lib/platform/state-segments";
import { STATES, stateOfSegment, stateSegment } from "./rules";
import { MACRO_REGIONS } from "../../platform/supabase/database-constants/geo";

describe("states", () => {
  it("contain the 27 units once each, equal to the URL segments", () => {
    expect(STATES).toHaveLength(27);
    expect(new Set(STATES.map(({ abbr }) => abbr)).size).toBe(27);
    expect(STATES.map(({ abbr }) => stateSegment(abbr)).sort()).toEqual([...STATE_SEGMENTS].sort());
  });

  it("have the number of states per macro-region of IBGE", () => {
    expect(MACRO_REGIONS.map((region) => STATES.filter((state) => state.region === region).length)).toEqual([
      7, 9, 4, 4, 3,
    ]);
  });

  it.each([
    ["sc", "Santa Catarina"],
    ["es", "Espírito Santo"],
    ["SC", undefined],
    ["xx", undefined],
    [undefined, undefined],
  ])("segment %s is %s", (segment, name) => {
    expect(stateOfSegment(segment)?.name).toBe(name);
  });

  it.each([
    ["/sc/home", "SC"],
    ["/sc", "SC"],
    ["/home", null],
    ["/", null],
    ["/SC/home", null],
  ])("%s is in %s", (path, abbr) => {
    expect(stateOfPath(path)).toBe(abbr);
  });
});
