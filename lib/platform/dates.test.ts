import { afterEach, expect, it, vi } from "vitest";
import { addDays, brazilianDay, daysFromNow, momentIn, monthRange, startOfDay } from "./dates";

afterEach(() => void vi.useRealTimers());

it("changes the day at midnight in Brazil", () => {
  expect(brazilianDay(new Date("2026-11-21T02:59:00Z"))).toBe("2026-11-20");
  expect(brazilianDay(Date.parse("2026-11-21T03:00:00Z"))).toBe("2026-11-21");
  expect(new Date(startOfDay("2026-11-21")).toISOString()).toBe("2026-11-21T03:00:00.000Z");
});

it.each([
  ["2026-11", "2026-11-01", "2026-12-01"],
  ["2026-12", "2026-12-01", "2027-01-01"],
])("the month %s starts on %s and ends before %s", (month, from, until) => {
  expect(monthRange(month)).toEqual({ from: `${from}T00:00:00-03:00`, until: `${until}T00:00:00-03:00` });
});

it.each([
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-03-01", -1, "2028-02-29"],
  ["2026-01-01", 0, "2026-01-01"],
])("%s and %i days is %s", (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});

it("counts days from now", () => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
  expect([daysFromNow(-1), daysFromNow(0), daysFromNow(30)]).toEqual([
    "2026-11-20T12:00:00.000Z",
    "2026-11-21T12:00:00.000Z",
    "2026-12-21T12:00:00.000Z",
  ]);
});

it.each([
  ["2026-12-05T09:00", "America/Sao_Paulo", "2026-12-05T12:00:00.000Z"],
  ["2026-12-05T23:30", "America/Manaus", "2026-12-06T03:30:00.000Z"],
  ["2026-12-05T00:00", "America/Noronha", "2026-12-05T02:00:00.000Z"],
  ["2026-13-05T09:00", "America/Sao_Paulo", null],
  ["amanhã", "America/Sao_Paulo", null],
  ["", "America/Sao_Paulo", null],
])("%s in %s is %s", (local, zone, moment) => {
  expect(momentIn(local, zone)).toBe(moment);
});
