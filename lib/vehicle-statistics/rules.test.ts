import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY } from "../vehicle-entries/rules";
import { consumptionByFuel, costsOf, segmentsOf, type CountedEntry } from "./rules";

let count = 0;
const entry = (
  kind: CountedEntry["kind"],
  on_date: string,
  km: number | null,
  more: Partial<CountedEntry> = {},
): CountedEntry => ({
  ...EMPTY_ENTRY,
  id: String(count++).padStart(6, "0"),
  kind,
  on_date,
  km,
  reading_km: km,
  ...more,
});
const fill = (on_date: string, km: number | null, litres: number, more: Partial<CountedEntry> = {}) =>
  entry("fuel", on_date, km, { fuel: "gasoline", litres, is_full: true, ...more });

describe("consumption from full tank to full tank", () => {
  it("adds partial fills to the next full tank", () => {
    const fills = [
      fill("2026-01-01", 1000, 40),
      fill("2026-01-05", 1200, 10, { is_full: false }),
      fill("2026-01-10", 1400, 40),
    ];
    expect(segmentsOf(fills)).toEqual([
      { until: "2026-01-10", km: 400, litres: 50, kmPerLitre: 8, fuel: "gasoline", isEstimated: false },
    ]);
  });

  it("leaves out the segment in which a refuelling was not noted", () => {
    const fills = [
      fill("2026-01-01", 1000, 40),
      fill("2026-01-05", 1900, 40, { missed_previous: true }),
      fill("2026-01-10", 2220, 40),
    ];
    expect(segmentsOf(fills).map(({ km }) => km)).toEqual([320]);
  });

  it("continues over a full tank without kilometres", () => {
    const fills = [fill("2026-01-01", 1000, 40), fill("2026-01-05", null, 30), fill("2026-01-10", 1500, 20)];
    expect(segmentsOf(fills)).toEqual([expect.objectContaining({ km: 500, litres: 50 })]);
  });

  it("counts a tank with two fuels as mixed", () => {
    const ethanol = { fuel: "ethanol" as const };
    const fills = [
      fill("2026-01-01", 1000, 40),
      fill("2026-01-05", 1300, 40, ethanol),
      fill("2026-01-10", 1500, 40, ethanol),
      fill("2026-01-15", 1820, 40, ethanol),
    ];
    expect(segmentsOf(fills).map(({ fuel, kmPerLitre }) => [fuel, kmPerLitre])).toEqual([
      ["mixed", 7.5],
      ["ethanol", 5],
      ["ethanol", 8],
    ]);
    expect(consumptionByFuel(segmentsOf(fills))[0]).toEqual({ fuel: "ethanol", km: 520, litres: 80, kmPerLitre: 6.5 });
  });

  it("leaves out segments in which another tank was filled", () => {
    const fills = [
      fill("2026-01-01", 1000, 40),
      fill("2026-01-03", 1100, 15, { fuel: "cng" }),
      fill("2026-01-10", 1400, 40),
    ];
    expect(segmentsOf(fills)).toEqual([]);
  });

  it("marks a segment with estimated kilometres", () => {
    const fills = [
      fill("2026-01-01", 1000, 40),
      fill("2026-01-10", 1400, 40, { reading_km: null, estimated_km: 1400 }),
    ];
    expect(segmentsOf(fills)[0]?.isEstimated).toBe(true);
  });
});

describe("costs", () => {
  it("sums kinds and years; the first year starts at the first kilometres", () => {
    const costs = costsOf([
      entry("expense", "2024-05-01", null, { category: "tax", total_cents: 50_000 }),
      fill("2024-06-01", 10_000, 40, { total_cents: 25_000 }),
      entry("service", "2024-12-01", 11_000, { category: "repair", parts_cents: 30_000, labour_cents: 20_000 }),
      fill("2025-02-01", 12_500, 40, { total_cents: 26_000 }),
    ]);
    expect(costs).toEqual({
      totalCents: 151_000,
      km: 2500,
      centsPerKm: 101_000 / 2500,
      isEstimated: false,
      byKind: [
        { kind: "fuel", cents: 51_000 },
        { kind: "repair", cents: 50_000 },
        { kind: "tax", cents: 50_000 },
      ],
      years: [
        { year: 2025, cents: 26_000, km: 1500, byKind: [{ kind: "fuel", cents: 26_000 }] },
        {
          year: 2024,
          cents: 125_000,
          km: 1000,
          byKind: [
            { kind: "repair", cents: 50_000 },
            { kind: "tax", cents: 50_000 },
            { kind: "fuel", cents: 25_000 },
          ],
        },
      ],
    });
  });

  it("has no cost of a kilometre without kilometres", () => {
    expect(costsOf([entry("expense", "2026-01-01", null, { total_cents: 100 })]).centsPerKm).toBeNull();
    expect(costsOf([]).years).toEqual([]);
  });
});
