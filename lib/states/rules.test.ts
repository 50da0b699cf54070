import { describe, expect, it } from "vitest";
import { STATE_SEGMENTS, stateOfPath } from "@/lib/platform/state-segments";
import { MACRO_REGIONS, STATES, stateOfSegment, stateSegment } from "./rules";

describe("states", () => {
  it("are the 27 units, each once, the same ones the addresses know", () => {
    expect(STATES).toHaveLength(27);
    expect(new Set(STATES.map(({ abbr }) => abbr)).size).toBe(27);
    expect(STATES.map(({ abbr }) => stateSegment(abbr)).sort()).toEqual([...STATE_SEGMENTS].sort());
  });

  it("spread over the macro-regions as IBGE counts them", () => {
    expect(MACRO_REGIONS.map((region) => STATES.filter((state) => state.region === region).length)).toEqual([7, 9, 4, 4, 3]);
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
  ])("%s lies in %s", (path, abbr) => {
    expect(stateOfPath(path)).toBe(abbr);
  });
});
