import { describe, expect, it } from "vitest";
import {
  addPoint,
  averageKmh,
  EMPTY_METER,
  isRecorded,
  meterOf,
  partsOf,
  pieceCount,
  pointOf,
  displayedHeading,
  displayedSpeed,
  totalKm,
  type Fix,
  type TrackPoint,
} from "./rules";
import { compassPoint } from "../../guide/photo-points/rules";

const FIX: Fix = { at: 0, lat: -27.8, lng: -50.3, accuracyM: 5, altitudeM: null, speedMs: null, headingDeg: null };
const METRES_PER_DEGREE = 111_195;

/** A point this many metres north and east of the start. */
const at = (seconds: number, north: number, east = 0, accuracyM = 5): TrackPoint =>
  pointOf(
    {
      ...FIX,
      at: seconds * 1000,
      lat: FIX.lat + north / METRES_PER_DEGREE,
      lng: FIX.lng + east / (METRES_PER_DEGREE * Math.cos((FIX.lat * Math.PI) / 180)),
      accuracyM,
    },
    0,
  );

/** A drive to the north with a point per second. */
const drive = (seconds: number, kmh: number, from = { second: 0, north: 0 }, accuracyM = 5) =>
  Array.from({ length: seconds + 1 }, (_, second) =>
    at(from.second + second, from.north + (second * kmh) / 3.6, 0, accuracyM),
  );

/** The same random numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Positions around a parked car, normally distributed: 95 % are within the accuracy. */
function jitter(seconds: number, accuracyM: number, seed: number): TrackPoint[] {
  const next = random(seed);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) * (accuracyM / 2.45);
  return Array.from({ length: seconds }, (_, second) => at(second, gauss(), gauss(), accuracyM));
}

/** The points that are stored, as the device chooses them. */
function recorded(points: readonly TrackPoint[]): TrackPoint[] {
  const kept: TrackPoint[] = [];
  for (const point of points) if (isRecorded(kept.at(-1) ?? null, point)) kept.push(point);
  return kept;
}

describe("kilometres of a track", () => {
  it.each([
    [20, 5],
    [40, 5],
    [80, 5],
    [80, 15],
    [110, 30],
  ])("are right within 2 % at %d km/h with an accuracy of %d m", (kmh, accuracyM) => {
    const meter = meterOf(recorded(drive(1800, kmh, undefined, accuracyM)));
    expect(meter.km / (kmh / 2)).toBeGreaterThan(0.98);
    expect(meter.km / (kmh / 2)).toBeLessThan(1.02);
    expect(averageKmh(meter)).toBeCloseTo(kmh, 0);
    expect(meter.gapKm).toBe(0);
  });

  it.each([
    [5, 1],
    [10, 2],
    [20, 3],
    [40, 4],
    [80, 5],
  ])("of a car that is parked for an hour with an accuracy of %d m stay below 100 m", (accuracyM, seed) => {
    const meter = meterOf(recorded(jitter(3600, accuracyM, seed)));
    expect(totalKm(meter)).toBeLessThan(0.1);
    expect(meter.movingTenths).toBeLessThan(600);
  });

  it("follow the bends of a road", () => {
    const radius = 100;
    const points = Array.from({ length: 601 }, (_, second) => {
      const angle = (second * 10) / radius;
      return at(second, radius * Math.sin(angle), radius * Math.cos(angle));
    });
    expect(meterOf(points).km).toBeGreaterThan(5.8);
    expect(meterOf(points).km).toBeLessThan(6.05);
  });
});

describe("time at speed", () => {
  it("leaves a stop of ten minutes out of the average", () => {
    const out = drive(600, 60);
    const rest = Array.from({ length: 60 }, (_, index) => at(600 + (index + 1) * 10, 10_000));
    const on = drive(600, 60, { second: 1200, north: 10_000 });
    const meter = meterOf(recorded([...out, ...rest, ...on]));
    expect(meter.km).toBeCloseTo(20, 1);
    expect(meter.movingTenths / 600).toBeGreaterThan(19.5);
    expect(meter.movingTenths / 600).toBeLessThan(20.5);
    expect(averageKmh(meter)!).toBeCloseTo(60, 0);
  });

  it("has no average before the car moves", () => {
    expect(averageKmh(EMPTY_METER)).toBeNull();
  });
});

describe("gaps of the signal", () => {
  it("are counted in a straight line, apart and without time at speed", () => {
    const before = drive(100, 72);
    const after = drive(100, 72, { second: 200, north: 4000 });
    const meter = meterOf([...before, ...after]);
    expect(meter.gapKm).toBeCloseTo(2, 1);
    expect(meter.km).toBeCloseTo(4, 1);
    expect(meter.movingTenths / 10).toBeCloseTo(200, -1);
    expect(partsOf([...before, ...after])).toHaveLength(2);
  });

  it("of a parked car add nothing", () => {
    expect(totalKm(meterOf([at(0, 0), at(3600, 8)]))).toBe(0);
  });
});

describe("points that are stored", () => {
  const last = at(10, 0);
  it.each([
    ["an inaccurate one", at(12, 50, 0, 101), false],
    ["one in the same half second", at(10.5, 20), false],
    ["an earlier one", at(9, 20), false],
    ["one at the same place after a second", at(11, 1), false],
    ["one at the same place after ten seconds", at(20, 1), true],
    ["one at 120 km/h", at(11, 33), true],
    ["a jump of 2 km in a second", at(11, 2000), false],
    ["one 2 km away after two minutes", at(130, 2000), true],
  ])("%s: %s", (_, point, isKept) => {
    expect(isRecorded(last, point)).toBe(isKept);
  });

  it("begin with any accurate one after the start", () => {
    expect(isRecorded(null, at(0, 0))).toBe(true);
    expect(isRecorded(null, at(-1, 0))).toBe(false);
    expect(isRecorded(null, at(0, 0, 0, 150))).toBe(false);
  });
});

describe("shown speed and heading", () => {
  const driven = meterOf(drive(60, 72));
  it.each([
    ["measured by the device", { ...FIX, speedMs: 25 }, 90],
    ["below 3 km/h as zero", { ...FIX, speedMs: 0.7 }, 0],
    ["of the last step without a measured one", { ...FIX, speedMs: null }, 72],
  ])("are %s", (_, fix, kmh) => {
    expect(displayedSpeed(fix, driven)).toBeCloseTo(kmh, 0);
  });

  it("falls to zero when the car stops and the device measures no speed", () => {
    const stopped = [61, 62, 63].map((second) => at(second, 1200)).reduce(addPoint, driven);
    expect(displayedSpeed(FIX, stopped)).toBe(0);
  });

  it("keep the last direction of a car that does not move", () => {
    expect(displayedHeading({ ...FIX, speedMs: 20, headingDeg: 90 }, driven)).toBe(90);
    expect(displayedHeading({ ...FIX, speedMs: 0, headingDeg: 90 }, driven)).toBeCloseTo(0, 0);
    expect(displayedHeading({ ...FIX, speedMs: 20, headingDeg: Number.NaN }, driven)).toBeCloseTo(0, 0);
    expect(displayedHeading(null, EMPTY_METER)).toBeNull();
  });

  it.each([
    [0, "n"],
    [22, "n"],
    [23, "ne"],
    [180, "s"],
    [350, "n"],
  ])("%d degrees is %s", (degrees, name) => {
    expect(compassPoint(degrees)).toBe(name);
  });
});

describe("pieceCount()", () => {
  it.each([
    [0, false, 0],
    [99, false, 0],
    [100, false, 1],
    [250, false, 2],
    [250, true, 3],
    [200, true, 2],
    [0, true, 0],
  ])("of %d points, ended %s: %d", (points, isEnded, pieces) => {
    expect(pieceCount(points, isEnded)).toBe(pieces);
  });
});
