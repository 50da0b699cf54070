import { describe, expect, it } from "vitest";
import type { Position } from "@/lib/geo/geo/rules";
import { mergeLines } from "./merge-lines";
import { NearLines } from "./near-lines";
import { decodePolyline } from "./polyline";
import { officialNumber } from "./roads";

const at = (...lngs: number[]) => lngs.map((lng): Position => [lng, 0]);

describe("mergeLines", () => {
  it("joins lines in either direction", () => {
    expect(mergeLines([at(2, 1), at(2, 3), at(4, 3)])).toEqual([at(1, 2, 3, 4)]);
  });

  it("does not join where three lines meet", () => {
    expect(
      mergeLines([
        at(0, 1),
        at(1, 2),
        [
          [1, 0],
          [1, 5],
        ],
      ]),
    ).toHaveLength(3);
  });

  it("keeps a ring once", () => {
    const ring: Position[][] = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
      [
        [1, 1],
        [0, 0],
      ],
    ];
    const merged = mergeLines(ring);
    expect(merged).toHaveLength(1);
    expect(merged[0]).toHaveLength(4);
    expect(merged[0]?.[0]).toEqual(merged[0]?.at(-1));
  });
});

describe("NearLines", () => {
  const near = new NearLines([at(0, 1)], 0.01);

  it("returns the part of a line that is not beside another one", () => {
    expect(
      near.rest([
        [0.2, 0.005],
        [0.5, 0.005],
        [1.2, 0.005],
        [1.4, 0.005],
      ]),
    ).toEqual([
      [
        [0.5, 0.005],
        [1.2, 0.005],
        [1.4, 0.005],
      ],
    ]);
  });

  it("returns a whole line elsewhere and nothing of the same line", () => {
    expect(
      near.rest([
        [0, 1],
        [1, 1],
      ]),
    ).toEqual([
      [
        [0, 1],
        [1, 1],
      ],
    ]);
    expect(near.rest(at(0, 0.5, 1))).toEqual([]);
  });
});

describe("decodePolyline", () => {
  it("reads the example of the format's documentation", () => {
    expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 1e5)).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ]);
  });
});

describe("officialNumber", () => {
  it.each([
    ["AM-10", "AM-010"],
    ["BR-30", "BR-030"],
    ["BR-101;BR-230", "BR-101"],
    ["SC-390", "SC-390"],
    ["", ""],
  ])("%s is %s", (ref, number) => expect(officialNumber(ref)).toBe(number));
});
