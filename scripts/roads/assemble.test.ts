import { describe, expect, it } from "vitest";
import type { LinePoint } from "@/lib/geo/geo/lines";
import { isSameRoad, withEnds } from "./assemble";
import type { TracedLeg } from "./legs";
import { encodeLine } from "./polyline";

const leg = (km: number, ...line: LinePoint[]): TracedLeg => ({
  from: 1,
  to: 2,
  needs: [],
  km,
  line: encodeLine(line),
  sources: { omt: km },
  quality: "simplified",
  joins: [],
  roads: [],
  classes: {},
});

// 0.1 degrees of latitude are 11.1 km; 0.001 degrees of longitude are about 100 m.
const ROAD = leg(11.1, [-27, -50], [-27.1, -50]);

describe("isSameRoad", () => {
  it.each([
    ["a line 100 m beside it", leg(11.1, [-27, -50.001], [-27.1, -50.001]), true],
    ["a line 1 km beside it", leg(11.1, [-27, -50.01], [-27.1, -50.01]), false],
    ["a line that is 20 % longer", leg(13.4, [-27, -50.001], [-27.1, -50.001]), false],
    ["a line that leaves it for a third of the way", leg(11.5, [-27, -50], [-27.05, -50.02], [-27.1, -50]), false],
  ])("%s", (_name, other, isSame) => {
    expect(isSameRoad(other, ROAD)).toBe(isSame);
  });

  it("does not compare legs of less than 1 km", () => {
    expect(isSameRoad(leg(0.3, [-27, -50], [-27, -50.003]), leg(0.4, [-27, -50], [-27.004, -50]))).toBe(true);
  });
});

describe("withEnds", () => {
  it("adds the straights to both stops to a line that is shorter than the straight between them", () => {
    const [start, end] = [
      { lat: -26.99, lng: -50 },
      { lat: -27.12, lng: -50 },
    ];
    const whole = withEnds(leg(11.12, [-27, -50], [-27.05, -50], [-27.1, -50]), start, end);
    expect(whole).toMatchObject({
      km: 14.46,
      sources: { omt: 11.12, join: 3.34 },
      joins: [
        [0, 1],
        [3, 4],
      ],
    });
    expect(withEnds({ ...ROAD, km: 11.2 }, start, { lat: -27.09, lng: -50 })).toMatchObject({ km: 11.2, joins: [] });
    expect(withEnds(leg(2, [-27, -50]), start, { lat: -27.03, lng: -50 })).toMatchObject({ km: 2, joins: [] });
  });
});
