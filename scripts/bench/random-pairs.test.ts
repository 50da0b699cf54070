import { describe, expect, it } from "vitest";
import { percentile, randomPairs } from "./random-pairs";

const ITEMS = ["a", "b", "c", "d"];

describe("randomPairs", () => {
  it("returns the same pairs of different items for the same seed", () => {
    const pairs = randomPairs(ITEMS, 50, 7);
    expect(pairs).toHaveLength(50);
    expect(pairs.every(([a, b]) => a !== b)).toBe(true);
    expect(randomPairs(ITEMS, 50, 7)).toEqual(pairs);
    expect(randomPairs(ITEMS, 50, 8)).not.toEqual(pairs);
  });
});

describe("percentile", () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[3, 1, 2], 0.95, 3],
    [[1], 0, 1],
    [[], 0.5, Number.NaN],
  ])("of %j at %d is %d", (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });
});
