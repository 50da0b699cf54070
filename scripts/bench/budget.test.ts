import { describe, expect, it } from "vitest";
import { median, misses } from "./budget";

describe("the budget", () => {
  it("marks what is too low or too high, the limits themselves pass", () => {
    expect([misses("performance", 97), misses("performance", 98), misses("lcp", 1801), misses("lcp", 1800)]).toEqual([true, false, true, false]);
  });

  it("counts the middle of the runs", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  });
});
