import { describe, expect, it } from "vitest";
import type { Profile } from "../../trips/schema";
import { altitudeAt, climbOf, altitudeProfile, SLOPE_KM, steepest, steepSpans } from "./rules";

/** Flat, 8 % up for 1 km, flat, 12 % down for 500 m, flat; in kilometres of the route, which here are the recorded ones. */
const HILL: Profile = [
  [
    [0, 100, 0],
    [2, 100, 2],
    [3, 180, 3],
    [5, 180, 5],
    [5.5, 120, 5.5],
    [10, 120, 10],
  ],
];
const ALL = { fromKm: 0, toKm: 10 };

it("takes the altitudes of an own file before those of the ground", () => {
  const ground: Profile = [HILL[0]!.slice(0, 2)];
  expect(altitudeProfile({ profile: HILL, ground })).toBe(HILL);
  expect(altitudeProfile({ ground })).toBe(ground);
  expect(altitudeProfile({})).toBeUndefined();
});

describe("climbOf", () => {
  it.each([
    ["the whole hill", ALL, { up: 80, down: 60, measuredKm: 10 }],
    ["half of the climb", { fromKm: 2.5, toKm: 4 }, { up: 40, down: 0, measuredKm: 1.5 }],
    ["a stretch that begins before the profile", { fromKm: -3, toKm: 1 }, { up: 0, down: 0, measuredKm: 1 }],
    ["a stretch beyond it", { fromKm: 11, toKm: 12 }, { up: 0, down: 0, measuredKm: 0 }],
  ])("of %s", (_, span, expected) => {
    const { up, down, measuredKm } = climbOf(HILL, span);
    expect([up, down, measuredKm].map((one) => Math.round(one * 1e6) / 1e6)).toEqual(Object.values(expected));
  });

  it("does not count the error of a receiver", () => {
    const noisy: Profile = [Array.from({ length: 200 }, (_, index) => [index / 10, 100 + (index % 2) * 8, index / 10])];
    expect(climbOf(noisy, { fromKm: 0, toKm: 20 })).toMatchObject({ up: 0, down: 0 });
  });

  it("adds up climbs between valleys of more than 10 m", () => {
    const waves: Profile = [[100, 150, 120, 125, 110, 200].map((metres, km) => [km, metres, km])];
    // 50 + 90 up, 40 down: the 5 m between are part of the descent.
    expect(climbOf(waves, { fromKm: 0, toKm: 5 })).toMatchObject({ up: 140, down: 40 });
  });
});

describe("steepest", () => {
  it.each([
    ["500 m", ALL, SLOPE_KM.short, 12],
    // 500 m of 12 % and 500 m flat are 6 %; the climb of 1 km has 8 %.
    ["1 km", ALL, SLOPE_KM.long, 8],
    ["500 m of the climb only", { fromKm: 2, toKm: 4 }, SLOPE_KM.short, 8],
    ["500 m of a flat stretch", { fromKm: 7, toKm: 9 }, SLOPE_KM.short, 0],
  ])("over %s", (_, span, length, percent) => {
    expect(steepest(HILL, span, length)).toBeCloseTo(percent, 6);
  });

  it("is not known where the profile is shorter than the length, or does not reach", () => {
    const short: Profile = [
      [
        [0, 0, 0],
        [0.8, 40, 0.8],
      ],
    ];
    expect(steepest(short, ALL, SLOPE_KM.long)).toBeNull();
    expect(steepest(short, ALL, SLOPE_KM.short)).toBeCloseTo(5, 6);
    expect(steepest(HILL, { fromKm: 20, toKm: 30 }, SLOPE_KM.short)).toBeNull();
  });

  it("is of the recorded length, not of a road that was drawn shorter", () => {
    const hairpins: Profile = [
      [
        [0, 0, 0],
        [1, 100, 2],
      ],
    ];
    expect(steepest(hairpins, { fromKm: 0, toKm: 1 }, SLOPE_KM.short)).toBeCloseTo(5, 6);
  });
});

it("names the spans of a steep climb or descent", () => {
  const rounded = steepSpans(HILL, 10).map(({ fromKm, toKm }) => [fromKm, toKm].map((km) => Math.round(km * 10) / 10));
  // From 4.75 + 0.042 to 5.75 - 0.042 the 500 m around a kilometre contain at least 417 m of the descent: 10 %.
  expect(rounded).toEqual([[5.2, 5.3]]);
  expect(steepSpans(HILL, 13)).toEqual([]);
});

it("returns the altitude between two points, and null outside of the profile", () => {
  expect([2, 2.25, 5.25, 10].map((km) => altitudeAt(HILL, km))).toEqual([100, 120, 150, 120]);
  expect(altitudeAt(HILL, 10.1)).toBeNull();
});
