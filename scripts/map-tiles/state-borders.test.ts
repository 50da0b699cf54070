import { describe, expect, it } from "vitest";
import type { Position } from "@/lib/geo/geo/rules";
import { stateBorders } from "./state-borders";

/** A square of one degree with its south-west corner at a position. */
const square = (lng: number, lat: number): Position[] => [
  [lng, lat],
  [lng + 1, lat],
  [lng + 1, lat + 1],
  [lng, lat + 1],
  [lng, lat],
];

describe("stateBorders", () => {
  it("has the edges of two states, without coasts and without borders of municipalities", () => {
    const west = [square(0, 0), square(0, 1)];
    const east = [square(1, 0), square(1, 1)];
    const borders = stateBorders([west, east]);
    expect(borders).toHaveLength(1);
    expect(borders[0]?.toSorted(([, a], [, b]) => a - b)).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
  });

  it("joins corners that differ by less than a metre", () => {
    const moved = square(1, 0).map(([lng, lat]): Position => [lng + 1e-7, lat - 1e-7]);
    const states = [[square(0, 0)], [moved]];
    expect(stateBorders(states)).toHaveLength(1);
  });

  it("has none between states that do not touch", () => {
    const states = [[square(0, 0)], [square(3, 0)]];
    expect(stateBorders(states)).toEqual([]);
  });
});
