import { describe, expect, it } from "vitest";
import type { Span } from "../../trips/rules";
import { BUILT_IN_SETTINGS } from "../rules";
import { joinedSpans, rangeSpans } from "./rules";

const span = (fromKm: number, toKm: number): Span => ({ fromKm, toKm });
type Case = { marks?: number[]; covered?: Span[]; ferries?: Span[]; cuts?: number[]; rangeKm?: number };

/** A trip of 400 km; with a range of 200 km yellow begins after 120 km and red after 170 km. */
function spansOf({ marks = [], covered = [span(0, 400)], ferries = [], cuts = [], rangeKm = 200 }: Case) {
  const fuel = { km: marks, covered, unknown: [] };
  const found = rangeSpans(fuel, { totalKm: 400, ferries, cuts }, rangeKm, BUILT_IN_SETTINGS);
  return joinedSpans(found).map(({ fromKm, toKm, light, leftKm }) => [light, fromKm, toKm, leftKm]);
}

describe("rangeSpans", () => {
  it.each<[string, Case, unknown[]]>([
    [
      "no station: full at the start, empty after the range",
      {},
      [
        ["green", 0, 120, 80],
        ["yellow", 120, 170, 30],
        ["red", 170, 400, -200],
      ],
    ],
    ["a station every 100 km", { marks: [100, 200, 300] }, [["green", 0, 400, 100]]],
    [
      "a station in the red part",
      { marks: [180, 300] },
      [
        ["green", 0, 120, 80],
        ["yellow", 120, 170, 30],
        ["red", 170, 180, 20],
        ["green", 180, 400, 80],
      ],
    ],
    ["a ferry, which uses no fuel", { ferries: [span(50, 350)] }, [["green", 0, 400, 100]]],
    ["no data at all", { covered: [], marks: [10] }, [["grey", 0, 400, null]]],
    ["a larger tank", { rangeKm: 1000 }, [["green", 0, 400, 600]]],
  ])("of %s", (_, trip, expected) => {
    expect(spansOf(trip)).toEqual(expected);
  });

  it("is grey in a state without data and until the next known station after it", () => {
    expect(spansOf({ covered: [span(0, 100), span(200, 400)], marks: [90, 280] })).toEqual([
      ["green", 0, 100, 110],
      ["grey", 100, 280, null],
      ["green", 280, 400, 80],
    ]);
  });

  it("is yellow and red after such a state when the way since its border is long enough for that", () => {
    expect(spansOf({ covered: [span(100, 400)], marks: [] })).toEqual([
      ["grey", 0, 220, null],
      ["yellow", 220, 270, null],
      ["red", 270, 400, null],
    ]);
  });

  it("is cut at the ends of stretches, so that each has its own part", () => {
    const fuel = { km: [], covered: [span(0, 400)], unknown: [] };
    const found = rangeSpans(fuel, { totalKm: 400, ferries: [], cuts: [50] }, 1000, BUILT_IN_SETTINGS);
    expect(found.map(({ toKm, leftKm }) => [toKm, leftKm])).toEqual([
      [50, 950],
      [400, 600],
    ]);
  });
});
