import { describe, expect, it } from "vitest";
import type { GarageCar } from "@/lib/garage/diary/rules";
import { finishDoubts, readFinishForm } from "./finish-values";

const ids = { trip: "trip", entry: "entry", fuel: "fuel", toll: "toll", other: "other" };
const context = { ids, proposed: { km: 140, source: "recorded" as const }, today: "2026-03-10" };
const read = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ vehicle: "car", date: "2026-03-10", km: "140", ...fields }))
    data.set(name, value);
  return readFinishForm(data, context);
};

describe("readFinishForm()", () => {
  it("reads the kilometres alone", () => {
    expect(read({})).toEqual({
      problems: {},
      input: {
        trip: "trip",
        vehicle: "car",
        id: "entry",
        on_date: "2026-03-10",
        reading_km: null,
        distance_km: 140,
        km_source: "recorded",
        notes: "",
        fuel: null,
        costs: [],
      },
    });
  });

  it("reads readings, fuel and costs as people type them", () => {
    const fields = {
      start: "45.000",
      end: "45.179,5",
      litres: "38,5",
      fuelTotal: "227,15",
      fuel: "ethanol",
      full: "on",
      toll: "12,40",
      other: "1.050",
      otherTitle: " Hotel ",
      notes: " Chuva ",
    };
    expect(read(fields).input).toMatchObject({
      reading_km: 45_179.5,
      distance_km: 179.5,
      km_source: "odometer",
      notes: "Chuva",
      fuel: { id: "fuel", fuel: "ethanol", litres: 38.5, total_cents: 22_715, is_full: true },
      costs: [
        { id: "toll", category: "toll", title: "", total_cents: 1240 },
        { id: "other", category: "other", title: "Hotel", total_cents: 105_000 },
      ],
    });
  });

  it.each([
    [{ date: "" }, { date: "date" }],
    [{ date: "2026-03-11" }, { date: "future" }],
    [{ km: "" }, { km: "required" }],
    [{ km: "muito" }, { km: "number" }],
    [{ km: "50000" }, { km: "range" }],
    [{ start: "1000", end: "900" }, { end: "back" }],
    [{ fuelTotal: "100" }, { litres: "required" }],
    [{ litres: "0" }, { litres: "required" }],
    [{ toll: "x" }, { toll: "number" }],
  ])("%j gives %j", (fields, problems) => {
    expect(read(fields).problems).toEqual(problems);
  });
});

it.each([
  [{ start: "45.000", end: "45.179", litres: "40", fuelTotal: "240,00" }, []],
  [{ start: "45.000", end: "451.790" }, ["far"]],
  [{ litres: "300", fuelTotal: "1.800,00" }, []],
  [{ litres: "40", fuelTotal: "2,40" }, ["price"]],
])("a finished trip with %j is asked about %j", (fields, problems) => {
  const car = { id: "car", readingKm: 45_000 } as GarageCar;
  expect(finishDoubts(read(fields).input, [car]).map(({ problem }) => problem)).toEqual(problems);
});
