import { describe, expect, it } from "vitest";
import { decodeLine, type LinePoint } from "@/lib/geo/geo/lines";
import { cutAtRanges, mergeRanges, samplesOf } from "./line-samples";
import { encodeLine } from "./polyline";

// 0.01 degrees of latitude are 1.112 km.
const NORTHWARD: LinePoint[] = [
  [-10, -50],
  [-9.99, -50],
  [-9.98, -50],
];

describe("samplesOf", () => {
  it("divides each segment into parts of about 100 m that add up to its length", () => {
    const samples = samplesOf(NORTHWARD);
    expect(samples).toHaveLength(22);
    expect(samples.reduce((sum, { km }) => sum + km, 0)).toBeCloseTo(2.224, 2);
    expect(samples[0]).toMatchObject({ bearing: 90, point: { lng: -50 } });
    expect(samples[0]!.at).toBeCloseTo(0.05, 2);
  });

  it("leaves out repeated points", () => {
    expect(samplesOf([NORTHWARD[0]!, NORTHWARD[0]!])).toEqual([]);
  });
});

describe("mergeRanges", () => {
  it("joins ranges that overlap or are no farther apart than the gap", () => {
    expect(
      mergeRanges(
        [
          [5, 6],
          [0, 2],
          [1, 3],
          [3.1, 4],
        ],
        0.2,
      ),
    ).toEqual([
      [0, 4],
      [5, 6],
    ]);
  });
});

describe("cutAtRanges", () => {
  it("adds vertices at the ends of a range and keeps those that are there", () => {
    const { line, indices } = cutAtRanges(NORTHWARD, [[0.556, 1.112]]);
    expect(line).toEqual([
      [-10, -50],
      [-9.995, -50],
      [-9.99, -50],
      [-9.98, -50],
    ]);
    expect(indices).toEqual([[1, 2]]);
  });

  it("gives indices that are valid after encoding", () => {
    const { line, indices } = cutAtRanges(NORTHWARD, [
      [0.2, 0.5],
      [1.5, 2.2],
    ]);
    expect(decodeLine(encodeLine(line))).toEqual(line);
    expect(indices).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });
});
