import { describe, expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { isPlausible } from "./plausible";
import type { SectionKind } from "./rules";
import type { Piece } from "./sections";

const piece = (kind: SectionKind, ...points: LinePoint[]): Piece => ({
  kind,
  roadClass: kind === "road" ? "primary" : "join",
  ref: null,
  source: null,
  points,
});
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
