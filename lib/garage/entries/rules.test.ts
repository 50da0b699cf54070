import { describe, expect, it } from "vitest";
import { checkFill, checkKm, checkLast, contentOf, EMPTY_ENTRY, offsetOn, pricePerLitre } from "./rules";

it.each([
  [40, 24_000, null],
  [40, null, null],
  [40, 0, null],
  [400, 240_000, "litres"],
  [40, 240, "price"],
  [40, 240_000, "price"],
])("%d litres for %j cents: %j", (litres, total_cents, problem) => {
  expect(checkFill({ litres, total_cents })?.problem ?? null).toBe(problem);
});

describe("pricePerLitre", () => {
  it("is the total divided by the litres, in reais", () => {
    expect(pricePerLitre(22_715, 38.5)).toBeCloseTo(5.9);
  });

  it.each([
    [null, 38.5],
    [22_715, null],
    [22_715, 0],
  ])("of %j cents and %j litres is unknown", (cents, litres) => {
    expect(pricePerLitre(cents, litres)).toBeNull();
  });
});

describe("checkKm", () => {
  const known = [
    { on_date: "2026-01-10", km: 1000 },
    { on_date: "2026-03-10", km: 2000 },
  ];
  it.each([
    ["2026-03-11", 2100, null],
    ["2026-03-10", 2000, null],
    ["2026-02-01", 1500, null],
    ["2026-01-01", 900, null],
    ["2026-03-11", 1999, { problem: "lower", km: 2000 }],
    ["2026-02-01", 999, { problem: "lower", km: 1000 }],
    ["2026-02-01", 2001, { problem: "higher", km: 2000 }],
    ["2026-01-01", 1001, { problem: "higher", km: 1000 }],
    ["2026-03-11", 7001, { problem: "far", km: 2000 }],
    ["2026-03-11", 7000, null],
  ])("on %s, %i km: %j", (on_date, km, odd) => {
    expect(checkKm({ on_date, km }, known)).toEqual(odd);
  });

  it("accepts any first reading", () => {
    expect(checkKm({ on_date: "2026-01-01", km: 345_678 }, [])).toBeNull();
  });
});

it.each([
  ["2026-03-11", 7001, { problem: "far", km: 2000 }],
  ["2026-03-11", 1999, { problem: "lower", km: 2000 }],
  ["2026-03-10", 1999, null],
  ["2026-03-11", 2100, null],
])("beside a last reading of 2000 km, %s with %i km: %j", (on_date, km, odd) => {
  expect(checkLast({ on_date, km }, 2000, "2026-03-11")).toEqual(odd);
  expect(checkLast({ on_date, km }, null, "2026-03-11")).toBeNull();
});

describe("offsetOn", () => {
  const entry = (on_date: string, offset_km: number, replaces_odometer = false) => ({
    on_date,
    offset_km,
    replaces_odometer,
  });
  const known = [entry("2026-05-01", 45_000, true), entry("2026-01-01", 100), entry("2026-06-01", 45_000)];

  it("is that of the car without a replacement", () => {
    expect(offsetOn("2026-01-01", 7, [entry("2026-01-01", 7)])).toBe(7);
  });
  it("is that of the newest replacement from its day on", () => {
    expect(offsetOn("2026-05-01", 0, known)).toBe(45_000);
    expect(offsetOn("2026-07-01", 0, known)).toBe(45_000);
  });
  it("is the earlier one on days before the replacement", () => {
    expect(offsetOn("2026-04-30", 45_000, known)).toBe(100);
    expect(offsetOn("2026-04-30", 45_000, known.slice(0, 1))).toBe(0);
  });
});

describe("contentOf", () => {
  it("drops the columns of the server", () => {
    const content = { ...EMPTY_ENTRY, kind: "note" as const, on_date: "2026-01-01", notes: "Serra" };
    const stored = { ...content, id: "1", version: 3, km: null };
    expect(contentOf(stored)).toEqual(content);
  });
});
