import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../geo/lines";
import { Ground, type Seat } from "../ground/rules";
import { BUILT_IN_PACE, PACED_CLASSES, type PacePart, type PaceSettings } from "../rules";
import { driveMinutes, PLAIN_PACE } from "./rules";

const KM = 1 / 111.195;
const straight = (km: number): LinePoint[] => Array.from({ length: km + 1 }, (_, index) => [index * KM, -50]);
const part = (change: Partial<PacePart> = {}): PacePart => ({
  points: straight(20),
  roadClass: "secondary",
  ...change,
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const kmh = (parts: PacePart[], km: number, settings: Partial<PaceSettings> = {}, seats: Seat[] = []) =>
  (km / sum(driveMinutes(parts, { settings: { ...BUILT_IN_PACE, ...settings }, ground: new Ground(seats) }))) * 60;

/** A line that turns by an angle every `metres`, alternately left and right. */
function zigzag(metres: number, degrees: number, count: number): LinePoint[] {
  const points: LinePoint[] = [[0, -50]];
  for (let index = 0; index < count; index++) {
    const heading = (((index % 2 === 0 ? 1 : -1) * degrees) / 2) * (Math.PI / 180);
    const [lat, lng] = points.at(-1)!;
    points.push([lat + Math.cos(heading) * (metres / 1000) * KM, lng + Math.sin(heading) * (metres / 1000) * KM]);
  }
  return points;
}

describe("the speed on a straight, level road outside of towns", () => {
  it.each(PACED_CLASSES)("is that of the class %s", (roadClass) => {
    expect(kmh([part({ roadClass })], 20)).toBeCloseTo(BUILT_IN_PACE[`${roadClass}_kmh`], 1);
  });

  it("is that of an unknown road over missing data", () => {
    expect(kmh([part({ roadClass: "join" })], 20)).toBeCloseTo(BUILT_IN_PACE.unknown_kmh, 1);
  });

  it.each([
    ["secondary", 30],
    ["track", 30],
    ["ferry", 10],
  ] as const)("on earth is at most %s", (roadClass, expected) => {
    expect(kmh([part({ roadClass, isUnpaved: true })], 20)).toBeCloseTo(expected, 1);
  });

  it("is at most that of the driver", () => {
    expect(sum(driveMinutes([part()], PLAIN_PACE, 40))).toBeCloseTo(30, 1);
  });
});

describe("bends", () => {
  it("are driven with the lateral acceleration of the weights", () => {
    // A quarter of a circle over 50 m has a radius of 31.8 m: √(1.6 × 31.8) m/s = 25.7 km/h.
    const tight = kmh([part({ points: zigzag(50, 90, 200) })], 10);
    expect(tight).toBeCloseTo(25.7, 0);
    expect(kmh([part({ points: zigzag(50, 90, 200) })], 10, { lateral_ms2: 0.8 })).toBeCloseTo(25.7 / Math.SQRT2, 0);
  });

  it("cost less the farther they are apart", () => {
    const speeds = [100, 300, 2000].map((metres) =>
      kmh([part({ points: zigzag(metres, 60, 30) })], (metres * 30) / 1000),
    );
    expect(speeds.toSorted((a, b) => a - b)).toEqual(speeds);
    expect(speeds[0]).toBeLessThan(45);
    expect(speeds[2]).toBeGreaterThan(50);
  });

  it("between two parts count too", () => {
    const corner = [
      part({
        points: [
          [0, -50],
          [10 * KM, -50],
        ],
      }),
      part({
        points: [
          [10 * KM, -50],
          [10 * KM, -50 + 10 * KM],
        ],
      }),
    ];
    expect(sum(driveMinutes(corner, PLAIN_PACE))).toBeGreaterThan(sum(driveMinutes([part()], PLAIN_PACE)) + 0.15);
  });

  it("that are errors of a dense line do not count", () => {
    const jittered = Array.from({ length: 4001 }, (_, index): LinePoint => [
      index * 0.005 * KM,
      -50 + (index % 2) * 0.0005 * KM,
    ]);
    expect(kmh([part({ points: jittered })], 20)).toBeGreaterThan(BUILT_IN_PACE.secondary_kmh - 1);
  });

  it("of a ferry and of a straight over missing data do not count", () => {
    for (const roadClass of ["ferry", "join"] as const) {
      const speed = BUILT_IN_PACE[roadClass === "ferry" ? "ferry_kmh" : "unknown_kmh"];
      expect(kmh([part({ points: zigzag(100, 90, 200), roadClass })], 20)).toBeCloseTo(speed, 1);
    }
  });
});

describe("towns", () => {
  const seat = (change: Partial<Seat> = {}): Seat => ({
    lat: 10 * KM,
    lng: -50,
    isCapital: false,
    metres: null,
    ...change,
  });
  const slower = (change: Partial<Seat>, roadClass: PacePart["roadClass"] = "secondary") => {
    const pace = { settings: BUILT_IN_PACE, ground: new Ground([seat(change)]) };
    return sum(driveMinutes([part({ roadClass })], pace)) - sum(driveMinutes([part({ roadClass })], PLAIN_PACE));
  };
  it.each([
    ["on the line", {}, 2.4 * (60 / 30 - 60 / 66)],
    ["beside it", { lng: -50 + 1.3 * KM }, 0],
    ["that is a capital", { isCapital: true }, 11.6 * (60 / 42 - 60 / 66) + 2.4 * (60 / 30 - 60 / 66)],
  ])("%s cost minutes", (_name, change, minutes) => {
    expect(Math.abs(slower(change) - minutes)).toBeLessThan(0.6);
  });

  it("do not slow down a motorway, capitals do", () => {
    expect(slower({}, "motorway")).toBeCloseTo(0);
    expect(slower({ isCapital: true }, "motorway")).toBeGreaterThan(5);
  });
});

describe("slopes", () => {
  const seats = (from: number | null, to: number | null): Seat[] =>
    [from, to].map((metres, index) => ({ lat: index * 20 * KM, lng: -50 - 1.3 * KM, isCapital: false, metres }));
  it.each([
    ["are not known without altitudes", null, 1000, 66],
    ["slow down a climb of 5 %", 0, 1000, 66 - 5 * 3],
    ["slow down a descent of 5 % less", 1000, 0, 66 - 5 * 2],
  ])("%s", (_name, from, to, expected) => {
    expect(kmh([part()], 20, {}, seats(from, to))).toBeCloseTo(expected, 0);
  });
});
