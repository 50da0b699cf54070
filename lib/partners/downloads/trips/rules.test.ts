import { describe, expect, it } from "vitest";
import { encodeLine } from "../../../geo/roads/rules";
import type { StoredRoute } from "../../../travel/trips/schema";
import type { TripDay } from "../../../travel/trips/days/rules";
import { isAcceptedOn, vouchersOfDays } from "./rules";

const ALWAYS = { valid_from: "2026-11-01", valid_until: "2026-12-31", weekdays: [] };

describe("isAcceptedOn", () => {
  it.each([
    // 26 November 2026 is a Thursday, 29 November a Sunday.
    [ALWAYS, "2026-11-26", true],
    [ALWAYS, "2026-10-31", false],
    [ALWAYS, "2027-01-01", false],
    [{ ...ALWAYS, valid_until: "2026-11-26" }, "2026-11-26", true],
    [{ ...ALWAYS, weekdays: [4] }, "2026-11-26", true],
    [{ ...ALWAYS, weekdays: [4] }, "2026-11-27", false],
    [{ ...ALWAYS, weekdays: [7] }, "2026-11-29", true],
    [{ ...ALWAYS, weekdays: [1, 6] }, "2026-11-29", false],
  ])("%j on %s: %s", (voucher, date, expected) => {
    expect(isAcceptedOn(voucher, date)).toBe(expected);
  });
});

type Place = { lat: number; lng: number };
const [START, MIDDLE, END] = [
  { lat: -27.5, lng: -49 },
  { lat: -27.5, lng: -50 },
  { lat: -27.5, lng: -51 },
];
const stopOf = (point: Place, index: number) => ({ index, stop: point }) as unknown as TripDay["stops"][number];
const DAYS: Pick<TripDay, "date" | "stops">[] = [
  { date: "2026-11-26", stops: [stopOf(START, 0), stopOf(MIDDLE, 1)] },
  { date: "2026-11-27", stops: [stopOf(MIDDLE, 1), stopOf(END, 2)] },
];
const lineOf = (...points: Place[]) => encodeLine(points.map(({ lat, lng }) => [lat, lng] as const));
const ROUTE = {
  sections: [{ line: lineOf(START, MIDDLE) }, { line: lineOf(MIDDLE, END) }],
  legs: [
    { firstSection: 0, endSection: 1 },
    { firstSection: 1, endSection: 2 },
  ],
} as unknown as Pick<StoredRoute, "legs" | "sections">;

const foundOn = (rows: Parameters<typeof vouchersOfDays>[0], days = DAYS) =>
  vouchersOfDays(rows, days, ROUTE, "2026-11-26").map(({ vouchers }) => vouchers.length);
const at = (lat: number, lng: number, more = {}) => ({ ...ALWAYS, at: { lat, lng }, ...more });

describe("vouchersOfDays", () => {
  it("finds a place beside the road of the day that passes it", () => {
    expect(foundOn([at(-27.48, -49.5)])).toEqual([1, 0]);
    expect(foundOn([at(-27.48, -50.5)])).toEqual([0, 1]);
  });

  it("finds a place near a stop on each day that has the stop", () => {
    expect(foundOn([at(-27.6, -50)])).toEqual([1, 1]);
  });

  it("leaves out a place that is far from the road", () => {
    expect(foundOn([at(-27.7, -49.5)])).toEqual([0, 0]);
  });

  it("judges validity and weekdays for the planned day", () => {
    expect(foundOn([at(-27.5, -50, { weekdays: [5] })])).toEqual([0, 1]);
    expect(foundOn([at(-27.5, -50, { valid_until: "2026-11-26" })])).toEqual([1, 0]);
  });

  it("finds every voucher that is not over when the trip has no date", () => {
    const undated = DAYS.map(({ stops }) => ({ date: null, stops }));
    expect(
      foundOn([at(-27.5, -50, { weekdays: [2] }), at(-27.5, -50, { valid_until: "2026-11-25" })], undated),
    ).toEqual([1, 1]);
  });
});
