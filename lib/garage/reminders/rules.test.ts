import { describe, expect, it } from "vitest";
import { byUrgency, isPressing, leftOf, metricOf, repeatOf, snoozeUntil, suits, type ReminderStatus } from "./rules";

const reminder = (id: string, status: ReminderStatus, more: object = {}) => ({
  id,
  status,
  is_snoozed: false,
  due_on: null as string | null,
  due_km: null as number | null,
  ...more,
});

describe("byUrgency", () => {
  it("lists the most urgent first, snoozed ones below, then by date and kilometres", () => {
    const sorted = [
      reminder("g", "paused"),
      reminder("f", "ok"),
      reminder("e", "soon", { is_snoozed: true, due_on: "2026-01-01" }),
      reminder("d", "soon", { due_km: 900 }),
      reminder("c", "soon", { due_on: "2026-02-01" }),
      reminder("b", "due"),
      reminder("a", "overdue"),
    ].toSorted(byUrgency);
    expect(sorted.map(({ id }) => id).join("")).toBe("abcdefg");
  });
});

describe("isPressing", () => {
  it.each<[ReminderStatus, boolean, boolean]>([
    ["overdue", false, true],
    ["due", false, true],
    ["soon", false, true],
    ["due", true, false],
    ["ok", false, false],
    ["paused", false, false],
  ])("%s, snoozed %s: %s", (status, isSnoozed, expected) => {
    expect(isPressing({ status, is_snoozed: isSnoozed })).toBe(expected);
  });
});

describe("snoozeUntil", () => {
  it.each([
    ["week", "2026-02-25", { snoozed_until: "2026-03-04", snoozed_until_km: null }],
    ["month", "2026-01-31", { snoozed_until: "2026-02-28", snoozed_until_km: null }],
    ["month", "2026-12-15", { snoozed_until: "2027-01-15", snoozed_until_km: null }],
    ["km", "2026-01-31", { snoozed_until: null, snoozed_until_km: 60_500 }],
  ] as const)("a %s from %s", (snooze, today, until) => {
    expect(snoozeUntil(snooze, today, 60_000)).toEqual(until);
  });

  it("has no kilometres for a car without a reading", () => {
    expect(snoozeUntil("km", "2026-01-31", null)).toBeNull();
  });
});

describe("leftOf", () => {
  it.each([
    [{ due_on: "2026-03-01", due_km: 61_000 }, 60_000, { days: 1, km: 1000 }],
    [{ due_on: "2026-02-27", due_km: 59_000 }, 60_000, { days: -1, km: -1000 }],
    [{ due_on: null, due_km: 61_000 }, null, { days: null, km: null }],
  ])("%j at %s km", (due, odometer, left) => {
    expect(leftOf(due, "2026-02-28", odometer)).toEqual(left);
  });
});

describe("suits", () => {
  const preset = (key: string, cooling: string[] = [], fuel_systems: string[] = [], body_kinds: string[] = []) => ({
    key,
    body_kinds,
    cooling,
    fuel_systems,
  });
  const presets = [
    preset("oleo", [], ["carburettor", "injection", "diesel"]),
    preset("filtro-diesel", [], ["diesel"]),
    preset("mangueiras", ["water"]),
    preset("aletas", ["air"]),
    preset("carburador", [], ["carburettor"]),
    preset("correia-dentada", [], ["carburettor", "injection", "diesel"]),
    preset("corrente", [], [], ["motorcycle"]),
    preset("calibragem"),
  ];
  const car = { body_kind: "car", cooling: null, fuel_system: null, hasTimingBelt: null };

  it.each([
    ["a car without data", car, ["oleo", "calibragem"]],
    [
      "a Fusca",
      { ...car, cooling: "air", fuel_system: "carburettor", hasTimingBelt: false },
      ["oleo", "aletas", "carburador", "calibragem"],
    ],
    [
      "an Opala with its timing gears",
      { ...car, cooling: "water", fuel_system: "carburettor", hasTimingBelt: false },
      ["oleo", "mangueiras", "carburador", "calibragem"],
    ],
    [
      "a water-cooled engine of which no more is known",
      { ...car, cooling: "water" },
      ["oleo", "mangueiras", "correia-dentada", "calibragem"],
    ],
    [
      "a diesel",
      { ...car, cooling: "water", fuel_system: "diesel", hasTimingBelt: false },
      ["oleo", "filtro-diesel", "mangueiras", "calibragem"],
    ],
    [
      "an electric motorcycle",
      { ...car, body_kind: "motorcycle", fuel_system: "electric" },
      ["corrente", "calibragem"],
    ],
  ])("offers %s what it has", (_, given, keys) => {
    expect(presets.filter((one) => suits(one, given)).map(({ key }) => key)).toEqual(keys);
  });
});

describe("metricOf and repeatOf", () => {
  it("follow the intervals", () => {
    expect([metricOf(6, 5000), metricOf(null, 5000), metricOf(6, null)]).toEqual(["both", "km", "date"]);
    const repeats = [
      { is_fixed: false, interval_months: 6, interval_km: null },
      { is_fixed: true, interval_months: 6, interval_km: null },
      { is_fixed: true, interval_months: null, interval_km: null },
    ];
    expect(repeats.map(repeatOf)).toEqual(["rolling", "fixed", "once"]);
  });
});
