import { describe, expect, it } from "vitest";
import { decodeLine, type LinePoint } from "@/lib/geo/geo/lines";
import { encodeLine } from "./polyline";

describe("encodeLine", () => {
  it("encodes the example of the format's documentation", () => {
    const line: LinePoint[] = [
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453],
    ];
    expect(encodeLine(line)).toBe("_p~iF~ps|U_ulLnnqC_mqNvxq`@");
  });

  it("is read back without a change", () => {
    const line: LinePoint[] = [
      [-27.59535, -48.54805],
      [-27.59536, -48.54804],
      [0, 0],
    ];
    expect(decodeLine(encodeLine(line))).toEqual(line);
  });
});
