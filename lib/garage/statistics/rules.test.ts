import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY } from "../entries/rules";
import {
  consumptionByFuel,
  costsOf,
  fuelCentsPerKm,
  fuelPrices,
  oddReadings,
  oddSegments,
  segmentsOf,
  type CountedEntry,
} from "./rules";

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
    expect(segmentsOf(fills)).toMatchObject([
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

describe("a wrong reading of the odometer", () => {
  const days = ["2026-01-01", "2026-01-15", "2026-01-20", "2026-02-01", "2026-02-10"];
  const log = (kms: readonly number[]) => kms.map((km, index) => fill(days[index]!, km, 40, { total_cents: 24_000 }));
  const kmOf = (fills: CountedEntry[]) => oddReadings(fills).map(({ km }) => km);

  it.each([
    ["too low", [10_000, 10_500, 9000, 11_500], [9000], [12.5]],
    ["too high", [10_000, 10_500, 110_000, 11_500, 12_000], [110_000], [12.5, 12.5]],
    ["too high at the end", [10_000, 10_500, 110_000], [110_000], [12.5]],
    ["too low at the start", [100, 90_000, 90_500, 90_900], [100], [12.5, 10]],
    ["none", [10_000, 10_500, 11_000], [], [12.5, 12.5]],
  ])("%s is left out with the segments beside it", (_, kms, odd, consumption) => {
    expect(kmOf(log(kms))).toEqual(odd);
    expect(segmentsOf(log(kms)).map(({ kmPerLitre }) => kmPerLitre)).toEqual(consumption);
  });

  it("counts no kilometres in the costs", () => {
    expect(costsOf(log([10_000, 10_500, 110_000, 11_500])).km).toBe(1500);
    expect(costsOf(log([10_000, 10_500, 9000, 11_500])).years[0]?.km).toBe(1500);
  });

  it("leaves an impossible consumption out of the mean and names it", () => {
    const fills = [fill("2026-01-01", 10_000, 40), fill("2026-01-10", 11_500, 4), fill("2026-01-20", 11_900, 40)];
    expect(segmentsOf(fills).map(({ kmPerLitre }) => kmPerLitre)).toEqual([10]);
    expect(oddSegments(fills)).toMatchObject([{ until: "2026-01-10", kmPerLitre: 375 }]);
  });
});

it("has the fuel of a kilometre from full tank to full tank, and the price of each refuelling", () => {
  const fills = [
    fill("2026-01-01", 1000, 40, { total_cents: 99_999 }),
    fill("2026-01-05", 1200, 10, { is_full: false, total_cents: 6000 }),
    fill("2026-01-10", 1400, 40, { total_cents: 24_000 }),
    fill("2026-01-15", 1800, 40),
  ];
  expect(segmentsOf(fills)).toMatchObject([
    { entry: fills[2]!.id, cents: 30_000 },
    { entry: fills[3]!.id, cents: null },
  ]);
  expect(fuelCentsPerKm(segmentsOf(fills))).toBe(75);
  expect(fuelCentsPerKm([])).toBeNull();
  const charged = fill("2026-01-12", 1500, 20, { fuel: "electric", total_cents: 1600 });
  expect(fuelPrices([...fills, charged]).map(({ centsPerLitre }) => centsPerLitre)).toEqual([99_999 / 40, 600, 600]);
});
