import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../geo/geo/lines";
import { nextAid, nextStop, progressOn, wayOf, type Aid } from "./rules";

/** One degree to the east on the equator has 111.2 km; the road is said to have 120 km. */
const LINE: LinePoint[] = [
  [0, -50],
  [0, -49.5],
  [0, -49],
];
const WAY = wayOf(LINE, 120);
/** There and back on the same road. */
const RETURN = wayOf([...LINE, ...LINE.toReversed().slice(1)], 240);

describe("progressOn()", () => {
  it.each([
    ["the start", -50, 0],
    ["a quarter", -49.75, 30],
    ["the end", -49, 120],
    ["beyond the end", -48.99, 120],
  ])("finds %s of the line on the scale of the road", (_, lng, km) => {
    expect(progressOn(WAY, { lat: 0, lng }, null)!.km).toBeCloseTo(km, 0);
  });

  it("returns how far the car is from the line", () => {
    expect(progressOn(WAY, { lat: 0.02, lng: -49.5 }, null)!.besideKm).toBeCloseTo(2.22, 1);
  });

  it("takes the first pass of a road driven twice, and the second one after the turn", () => {
    const point = { lat: 0, lng: -49.25 };
    expect(progressOn(RETURN, point, null)!.km).toBeCloseTo(90, 0);
    expect(progressOn(RETURN, point, { km: 148, besideKm: 0 })!.km).toBeCloseTo(150, 0);
    expect(progressOn(RETURN, point, { km: 88, besideKm: 0 })!.km).toBeCloseTo(90, 0);
  });

  it("has no answer for a line without length", () => {
    expect(progressOn(wayOf([], 0), { lat: 0, lng: 0 }, null)).toBeNull();
    expect(progressOn(wayOf([[0, 0]], 0), { lat: 0, lng: 0 }, null)).toBeNull();
  });
});

describe("nextStop()", () => {
  const stops = [
    { name: "Lages", km: 0 },
    { name: "Urubici", km: 60 },
    { name: "Bom Jardim", km: 120 },
  ];
  it.each([
    [-0.5, "Lages", 0.5],
    [0, "Urubici", 60],
    [59.7, "Urubici", 0.3],
    [59.9, "Bom Jardim", 60.1],
  ])("at km %d is %s", (km, name, left) => {
    const next = nextStop(stops, km)!;
    expect(next.name).toBe(name);
    expect(next.km).toBeCloseTo(left, 5);
  });

  it("is none at the end", () => {
    expect(nextStop(stops, 119.9)).toBeNull();
  });
});

describe("nextAid()", () => {
  const place = { km: 30, besideKm: 0.5, name: "Posto" };
  const aid = (spans: Aid["spans"], places: Aid["places"] = [place]): Aid => ({ places, spans });
  it.each([
    ["a place ahead", aid([{ fromKm: 0, toKm: 120 }]), 10, { kind: "place", name: "Posto", km: 20 }],
    ["no place in the rest with data", aid([{ fromKm: 0, toKm: 120 }]), 40, { kind: "none" }],
    ["a rest without data", aid([{ fromKm: 0, toKm: 80 }]), 40, { kind: "unknown" }],
    [
      "a hole in the data",
      aid([
        { fromKm: 0, toKm: 60 },
        { fromKm: 90, toKm: 120 },
      ]),
      40,
      { kind: "unknown" },
    ],
    ["no data at all", aid([], []), 0, { kind: "unknown" }],
  ])("answers %s", (_, given, km, expected) => {
    expect(nextAid(given, km, 120)).toEqual(expected);
  });
});
