import { describe, expect, it } from "vitest";
import { readWeights, SEARCH_WEIGHTS, weightsSchema } from "./schema";

describe("readWeights", () => {
  it("replaces missing, invalid and out-of-range values by the built-in value", () => {
    const weights = readWeights({ city: "2.5", service: "x", club: 0, post: 99 });
    expect(weights).toMatchObject({ city: 2.5, service: 1, club: 1, post: 1, words: 1 });
    expect(Object.keys(weights)).toEqual([...SEARCH_WEIGHTS]);
  });
});

describe("weightsSchema", () => {
  it("requires every factor", () => {
    const all = Object.fromEntries(SEARCH_WEIGHTS.map((name) => [name, "1.5"]));
    expect(weightsSchema.safeParse(all).success).toBe(true);
    expect(weightsSchema.safeParse({ ...all, exact: "6" }).success).toBe(false);
    expect(weightsSchema.safeParse({ ...all, exact: undefined }).success).toBe(false);
  });
});
