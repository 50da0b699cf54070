import { describe, expect, it } from "vitest";
import { simplifyLine } from "@/lib/geo/geo/rules";
import { clipRing, distanceToChord, ringArea, ringPath, simplifyRing } from "./outline";

const at = (...numbers: number[]) =>
  Array.from({ length: numbers.length / 2 }, (_, index) => ({
    x: numbers[2 * index] as number,
    y: numbers[2 * index + 1] as number,
  }));
const square = at(0, 0, 10, 0, 10, 10, 0, 10, 0, 0);

describe("outline", () => {
  it("drops points on the line and keeps points away from it", () => {
    expect(simplifyLine(at(0, 0, 5, 0.4, 10, 0), 1, distanceToChord)).toEqual(at(0, 0, 10, 0));
    expect(simplifyLine(at(0, 0, 5, 3, 10, 0), 1, distanceToChord)).toEqual(at(0, 0, 5, 3, 10, 0));
  });

  it("keeps a ring closed", () => {
    const bumpy = at(0, 0, 5, 0.2, 10, 0, 10, 10, 0, 10, 0, 0);
    expect(simplifyRing(bumpy, 1)).toEqual(square);
  });

  it("clips a ring at the frame and drops one outside it", () => {
    const clipped = clipRing(at(0, 0, 10, 0, 10, 10, 0, 10), { left: 5, top: 5, right: 20, bottom: 20 });
    expect(ringArea(clipped)).toBe(25);
    expect(clipRing(square, { left: 11, top: 11, right: 20, bottom: 20 })).toEqual([]);
  });

  it("writes relative steps as integers", () => {
    expect(ringPath(at(12, 40, 15.2, 36, 15, 36, 12, 50))).toBe("M12 40l3-4-3 14z");
    expect([ringPath([]), ringPath(at(3, 4, 3.2, 4, 3, 4))]).toEqual(["", ""]);
  });
});
