import { describe, expect, it } from "vitest";
import { decodeLine, kmAlongLine, positionAlongLine, type LinePoint } from "./lines";

describe("decodeLine", () => {
  it.each([
    ["nothing", "", []],
    [
      "the example of the format's documentation",
      "_p~iF~ps|U_ulLnnqC_mqNvxq`@",
      [
        [38.5, -120.2],
        [40.7, -120.95],
        [43.252, -126.453],
      ],
    ],
  ])("%s", (_name, encoded, points) => {
    expect(decodeLine(encoded)).toEqual(points);
  });
});

// One degree of latitude is 111.2 km.
const NORTHWARD: LinePoint[] = [
  [-10, -50],
  [-9, -50],
  [-8, -50],
];

describe("kmAlongLine", () => {
  it("adds the length of each segment", () => {
    expect(kmAlongLine(NORTHWARD).map(Math.round)).toEqual([0, 111, 222]);
  });
});

describe("positionAlongLine", () => {
  it.each([
    ["a point on the line", { lat: -9.5, lng: -50 }, 56, 0],
    ["a point beside the second segment", { lat: -8.5, lng: -49.9 }, 167, 11],
    ["a point before the start", { lat: -10.1, lng: -50 }, 0, 11],
    ["a point after the end", { lat: -7.9, lng: -50 }, 222, 11],
  ])("%s", (_name, point, kmAlong, kmBeside) => {
    const position = positionAlongLine(NORTHWARD, point);
    expect(Math.round(position!.kmAlong)).toBe(kmAlong);
    expect(Math.round(position!.kmBeside)).toBe(kmBeside);
  });

  it("is null for a single point", () => {
    expect(positionAlongLine([[-10, -50]], { lat: -10, lng: -50 })).toBeNull();
  });
});
