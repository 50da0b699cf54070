import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../../geo/geo/lines";
import { encodeLine, lengthKm } from "../../../geo/roads/rules";
import { PROFILE_MAX, type HeightLine } from "../../../geo/tracks/rules";
import type { StoredRoute } from "../../trips/schema";
import { heightLinesOf, profileOf, withProfile } from "./rules";
import { altitudeAt, climbOf, SLOPE_KM, steepest } from "../elevation/rules";

/** Degrees of latitude of a kilometre. */
const KM = 1 / 111.195;
const at = (north: number, east = 0): LinePoint => [
  -28 + north * KM,
  -50 + (east * KM) / Math.cos((28 * Math.PI) / 180),
];

/** A route of one leg through some points. */
function routeOf(...points: LinePoint[]): StoredRoute {
  const km = lengthKm(points);
  return {
    sections: [{ kind: "road", line: encodeLine(points), roadClass: "secondary", ref: null, km, source: null }],
    legs: [{ from: 0, to: 1, km, estimatedKm: 0, minutes: km, firstSection: 0, endSection: 1 }],
    km,
    estimatedKm: 0,
    minutes: km,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: [],
  };
}

/** 10 km to the north, 30 m beside the road: flat at 100 m, 8 % up from km 2 to km 3, flat at 180 m. */
const RECORDING: HeightLine = Array.from({ length: 101 }, (_, index) => {
  const km = index / 10;
  return [...at(km, 0.03), 100 + Math.min(80, Math.max(0, (km - 2) * 80)), km] as const;
});
const NORTH = routeOf(at(0), at(10));

const spansOf = (route: StoredRoute, lines: readonly HeightLine[] = [RECORDING]) =>
  (profileOf(route, lines) ?? []).map((part) => [part[0]![0], part.at(-1)![0]].map((km) => Math.round(km * 10) / 10));

describe("profileOf", () => {
  it("gives a road beside a recording its altitudes, with few points", () => {
    const [part, ...others] = profileOf(NORTH, [RECORDING])!;
    expect(others).toEqual([]);
    expect(part!.map(([km, metres]) => [Math.round(km * 10) / 10, metres])).toEqual([
      [0, 100],
      [2, 100],
      [3, 180],
      [10, 180],
    ]);
    expect(climbOf([part!], { fromKm: 0, toKm: 10 })).toMatchObject({ up: 80, down: 0 });
    expect(steepest([part!], { fromKm: 0, toKm: 10 }, SLOPE_KM.long)).toBeCloseTo(8, 1);
  });

  it("gives the opposite direction the descent, and there and back both", () => {
    const back = profileOf(routeOf(at(10), at(0)), [RECORDING])!;
    expect(climbOf(back, { fromKm: 0, toKm: 10 })).toMatchObject({ up: 0, down: 80 });
    const both = profileOf(routeOf(at(0), at(10), at(0)), [RECORDING])!;
    const { up, down, measuredKm } = climbOf(both, { fromKm: 0, toKm: 20 });
    expect([up, down]).toEqual([80, 80]);
    expect(measuredKm).toBeGreaterThan(19.5);
  });

  it("has no altitude where the road was bent away from the recording, and on both sides of it", () => {
    const bent = routeOf(at(0), at(4), at(4, 2), at(7, 2), at(7), at(10));
    expect(spansOf(bent)).toEqual([
      [0, 4],
      [10.9, 14],
    ]);
    expect(altitudeAt(profileOf(bent, [RECORDING])!, 7)).toBeNull();
  });

  it.each([
    ["a road that crosses it", routeOf(at(5, -5), at(5, 5))],
    ["a road 300 m beside it", routeOf(at(0, 0.33), at(10, 0.33))],
    ["a road elsewhere", routeOf(at(50), at(60))],
  ])("is null for %s", (_, route) => {
    expect(profileOf(route, [RECORDING])).toBeNull();
  });

  it("stays on one side of hairpin bends that lie near each other", () => {
    // Five straights of 1 km, 100 m apart, each 50 m higher at its end.
    const corners = Array.from({ length: 6 }, (_, index) => at((index >> 1) * 0.2 + (index % 2) * 0.0, index % 2));
    const climb = corners.slice(1).flatMap((end, index) =>
      Array.from({ length: 20 }, (_, step): LinePoint => {
        const start = corners[index]!;
        const share = step / 20;
        return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
      }),
    );
    const recording = climb.map(
      (point, index) => [...point, 100 + index * 2.5, lengthKm(climb.slice(0, index + 1))] as const,
    );
    const profile = profileOf(routeOf(...climb), [recording])!;
    expect(profile).toHaveLength(1);
    const { up, down } = climbOf(profile, { fromKm: 0, toKm: 10 });
    expect([Math.round(up), Math.round(down)]).toEqual([248, 0]);
    expect(steepest(profile, { fromKm: 0, toKm: 10 }, SLOPE_KM.short)).toBeCloseTo(5, 0);
  });

  it("takes the line that was added last where two follow the same road", () => {
    const later: HeightLine = RECORDING.map(([lat, lng, metres, km]) => [lat, lng, metres + 500, km]);
    expect(altitudeAt(profileOf(NORTH, [later, RECORDING])!, 1)).toBe(600);
  });

  it("is bounded on a long way over mountains", () => {
    const long = Array.from({ length: 8000 }, (_, index) => at(index / 10, Math.sin(index / 9) / 3));
    const recording = long.map(
      (point, index) => [...point, 500 + Math.sin(index / 20) * 300 + Math.cos(index / 7) * 40, index / 9] as const,
    );
    const profile = profileOf(routeOf(...long), [recording])!;
    expect(profile.flat().length).toBeLessThanOrEqual(PROFILE_MAX.points);
    expect(profile.flat().length).toBeGreaterThan(PROFILE_MAX.points / 3);
  });
});

describe("a stored profile", () => {
  const stored = withProfile(NORTH, [RECORDING]);

  it("is given to a changed route without the file", () => {
    expect(spansOf(routeOf(at(-5), at(10)), heightLinesOf(stored))).toEqual([[4.9, 15]]);
    expect(altitudeAt(profileOf(routeOf(at(1), at(10)), heightLinesOf(stored))!, 1.5)).toBeCloseTo(140, 0);
  });

  it("keeps the recorded length of a road that was drawn shorter", () => {
    const twice = RECORDING.map(([lat, lng, metres, km]) => [lat, lng, metres, km * 1.5] as const);
    const again = withProfile(NORTH, heightLinesOf(withProfile(NORTH, [twice])));
    expect(again.profile!.at(-1)!.at(-1)![2]).toBeCloseTo(15, 1);
  });

  it("is removed when nothing follows it any more", () => {
    expect("profile" in withProfile(stored, [])).toBe(false);
    expect(heightLinesOf(NORTH)).toEqual([]);
  });
});
