import { describe, expect, it } from "vitest";
import { decodeLine, type LinePoint } from "@/lib/geo/geo/lines";
import { cutLeg } from "./cut-leg";
import { encodeLine } from "./polyline";

// 0.01 degrees of latitude are 1.112 km.
const LINE: LinePoint[] = [
  [-10, -50],
  [-10.1, -50],
  [-10.2, -50],
];
const LEG = { from: 0, to: 3, km: 22.24, line: encodeLine(LINE), src: { omt: 10, dnit: 12.24 } };
const stop = (position: number, lat: number, lng = -50) => ({ position, name: `${position}`, lat, lng });
const [START, END] = [stop(1, -10), stop(4, -10.2)];

describe("cutLeg", () => {
  it("returns the leg itself between its own stops", () => {
    expect(cutLeg(LEG, START, END)).toBe(LEG);
  });

  it("cuts the line at a stop beside it and keeps its sources", () => {
    const cut = cutLeg(LEG, START, stop(2, -10.15, -50.005));
    expect(cut).toMatchObject({ from: 0, to: 1, src: LEG.src });
    expect(cut!.km).toBeCloseTo(16.68, 1);
    expect(decodeLine(cut!.line)).toEqual([LINE[0], LINE[1], [-10.15, -50]]);
  });

  it("cuts between two stops that the line passes", () => {
    const cut = cutLeg(LEG, stop(2, -10.05), stop(3, -10.15));
    expect(decodeLine(cut!.line)).toEqual([[-10.05, -50], LINE[1], [-10.15, -50]]);
  });

  it.each([
    ["a stop more than 1 km beside the line", START, stop(2, -10.15, -50.02)],
    ["stops in the other direction", stop(2, -10.15), stop(3, -10.05)],
    ["a stop behind the end of the leg", START, stop(5, -10.2)],
  ])("returns null for %s", (_name, start, end) => {
    expect(cutLeg(LEG, start, end)).toBeNull();
  });
});
