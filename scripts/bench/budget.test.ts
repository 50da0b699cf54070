import { describe, expect, it } from "vitest";
import { median, exceedsBudget } from "./budget";

describe("budget", () => {
  it("marks values outside the limits and accepts the limits themselves", () => {
    expect([
      exceedsBudget("performance", 97),
      exceedsBudget("performance", 98),
      exceedsBudget("lcp", 1801),
      exceedsBudget("lcp", 1800),
    ]).toEqual([true, false, true, false]);
  });

  it("uses the median of the runs", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  });
});
