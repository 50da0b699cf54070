import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent } from "../../entries/schema";
import { ageOf, tankOf } from "./rules";

let count = 0;
const fill = (on_date: string, litres: number, more: Partial<EntryContent> = {}) => ({
  ...EMPTY_ENTRY,
  id: String(count++).padStart(4, "0"),
  kind: "fuel" as const,
  on_date,
  km: null,
  fuel: "gasoline" as const,
  litres,
  is_full: true,
  ...more,
});

describe("what the tank holds", () => {
  it("is unknown without a refuelling", () => {
    expect(tankOf([], 50, "2026-01-01")).toBeNull();
  });

  it("takes the share of common petrol by the day of the refuelling", () => {
    const shareOn = (day: string) => tankOf([fill(day, 50)], 50, "2026-01-01")?.share;
    expect(shareOn("2025-07-31")).toEqual({ low: 27, high: 27 });
    expect(shareOn("2025-08-01")).toEqual({ low: 30, high: 30 });
    expect(shareOn("2010-01-01")).toEqual({ low: 0, high: 100 });
  });

  it("mixes the rest of the tank with what was filled", () => {
    const fills = [fill("2026-01-01", 60), fill("2026-01-10", 30, { fuel: "gasoline_premium" })];
    expect(tankOf(fills, 60, "2026-01-10")?.share).toEqual({ low: 27.5, high: 27.5 });
    expect(
      tankOf([fill("2026-01-01", 60), fill("2026-01-10", 30, { fuel: "ethanol" })], 60, "2026-01-10")?.share,
    ).toEqual({ low: 65, high: 65 });
  });

  it("widens the bounds where the rest is not known", () => {
    const first = fill("2026-01-01", 30);
    expect(tankOf([first], 60, "2026-01-01")?.share).toEqual({ low: 15, high: 65 });
    expect(
      tankOf([fill("2026-01-01", 60), fill("2026-01-02", 10, { is_full: false, ethanol_pct: 0 })], 60, "2026-01-02")
        ?.share,
    ).toEqual({ low: 0, high: 25 });
    expect(
      tankOf([fill("2026-01-01", 60), fill("2026-01-09", 30, { missed_previous: true })], 60, "2026-01-09")?.share,
    ).toEqual({ low: 15, high: 65 });
    expect(tankOf([first], null, "2026-01-01")?.share).toEqual({ low: 0, high: 100 });
  });

  it("counts the days since the last refuelling against the storage time of the fuel", () => {
    const tank = tankOf([fill("2026-01-01", 60)], 60, "2026-04-02");
    expect(tank).toMatchObject({ filledOn: "2026-01-01", days: 91, weakest: "gasoline" });
    expect(ageOf(tank!)).toBe("old");
    expect(ageOf({ days: 61, weakest: "gasoline" })).toBe("soon");
    expect(ageOf({ days: 91, weakest: "gasoline_premium" })).toBe("fresh");
    expect(ageOf({ days: 400, weakest: "ethanol" })).toBe("unknown");
  });
});
