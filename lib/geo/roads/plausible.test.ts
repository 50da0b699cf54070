import { describe, expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { doubtOf } from "./plausible";
import type { SectionKind } from "./rules";
import type { Piece } from "./sections";

const piece = (kind: SectionKind, ...points: LinePoint[]): Piece => ({
  kind,
  roadClass: kind === "road" ? "primary" : "join",
  ref: null,
  source: null,
  points,
});
const isPlausible = (way: Piece[], from: LinePoint, to: LinePoint) => doubtOf(way, [from, to]) === null;
const [A, B]: LinePoint[] = [
  [-10, -50],
  [-10, -49.8],
] as const;

describe("a way is shown as a route", () => {
  it("when its length fits the distance", () => {
    expect(isPlausible([piece("road", A!, [-10.1, -49.9], B!)], A!, B!)).toBe(true);
  });

  it("but not when it is more than 1.95 times as long as the straight line", () => {
    expect(isPlausible([piece("road", A!, [-10.25, -49.9], B!)], A!, B!)).toBe(false);
  });

  it("although it is, on one road, up to three times as long", () => {
    const bends = { ...piece("road", A!, [-10.25, -49.9], B!), ref: "XX-1" };
    expect(isPlausible([bends], A!, B!)).toBe(true);
    expect(isPlausible([{ ...bends, points: [A!, [-10.4, -49.9], B!] }], A!, B!)).toBe(false);
  });

  it("although it is, between neighbours, up to 19.5 km", () => {
    const near: LinePoint = [-10, -49.95];
    expect(isPlausible([piece("road", A!, [-10.07, -49.97], near)], A!, near)).toBe(true);
    expect(isPlausible([piece("road", A!, [-10.1, -49.97], near)], A!, near)).toBe(false);
  });

  it("although it is, with bends on the way, up to 2.2 times as long", () => {
    const bends = (width: number) =>
      Array.from({ length: 41 }, (_, at): LinePoint => [-10 + (at % 2) * width, -50 + at * 0.005]);
    expect(isPlausible([piece("road", ...bends(0.0085))], A!, B!)).toBe(true);
    expect(isPlausible([piece("road", ...bends(0.0105))], A!, B!)).toBe(false);
  });

  it("although it is, up to 2.2 times as long, when a second source has about the same length", () => {
    const way = (lat: number, source: string | null = null) => [{ ...piece("road", A!, [lat, -49.9], B!), source }];
    const second = (lat: number) => ({ source: "dnit", partsBetween: () => way(lat) });
    expect(doubtOf(way(-10.18), [A!, B!], second(-10.19))).toBe(null);
    expect(doubtOf(way(-10.18), [A!, B!], second(-10.25))).toBe("length");
    expect(doubtOf(way(-10.18, "dnit"), [A!, B!], second(-10.18))).toBe("length");
    expect(doubtOf(way(-10.25), [A!, B!], second(-10.25))).toBe("length");
  });

  it("as a leg of the guide, with up to a fifth of straight pieces inside one road", () => {
    const parts = (ref: string) => [
      { ...piece("road", A!, [-10, -49.9]), ref: "XX-1" },
      piece("join", [-10, -49.9], [-10, -49.87]),
      { ...piece("road", [-10, -49.87], B!), ref },
    ];
    expect(doubtOf(parts("XX-1"), [A!, B!], null, true)).toBe(null);
    expect(doubtOf(parts("XX-2"), [A!, B!], null, true)).toBe("straights");
    expect(doubtOf(parts("XX-1"), [A!, B!])).toBe("straights");
  });

  it("but not when more than a tenth are straight pieces", () => {
    const road = [piece("road", A!, [-10, -49.9])];
    expect(
      isPlausible([...road, piece("join", [-10, -49.9], [-10, -49.87]), piece("road", [-10, -49.87], B!)], A!, B!),
    ).toBe(false);
    expect(
      isPlausible([...road, piece("join", [-10, -49.9], [-10, -49.89]), piece("road", [-10, -49.89], B!)], A!, B!),
    ).toBe(true);
  });

  it("with the streets between both stops and their roads, of 1 km each", () => {
    const near: LinePoint = [-10, -49.95];
    const road = piece("road", [-10.008, -50], [-10.008, -49.95]);
    expect(
      isPlausible([piece("join", A!, [-10.008, -50]), road, piece("join", [-10.008, -49.95], near)], A!, near),
    ).toBe(true);
    const far = piece("road", [-10.02, -50], [-10.02, -49.95]);
    expect(isPlausible([piece("join", A!, [-10.02, -50]), far, piece("join", [-10.02, -49.95], near)], A!, near)).toBe(
      false,
    );
  });
});
