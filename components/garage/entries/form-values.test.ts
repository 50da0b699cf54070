import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY } from "@/lib/garage/entries/rules";
import { entryContentSchema, type EntryContent } from "@/lib/garage/entries/schema";
import { readEntryForm, typedPrice, typedSum } from "./form-values";

const formOf = (values: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
};
const TODAY = "2026-03-01";
const read = (
  kind: Parameters<typeof readEntryForm>[1]["kind"],
  values: Record<string, string>,
  more: { isBroken?: boolean; stored?: EntryContent } = {},
) => readEntryForm(formOf({ date: TODAY, ...values }), { kind, isBroken: false, today: TODAY, stored: null, ...more });

describe("readEntryForm", () => {
  it("reads a refuelling", () => {
    const { content, problems } = read("fuel", {
      reading: "45.320",
      litres: "38,5",
      total: "227,15",
      fuel: "ethanol",
      full: "on",
      ethanol: "",
    });
    expect(problems).toEqual({});
    expect(content).toEqual({
      ...EMPTY_ENTRY,
      kind: "fuel",
      on_date: TODAY,
      reading_km: 45_320,
      litres: 38.5,
      total_cents: 22_715,
      fuel: "ethanol",
      is_full: true,
    });
    expect(entryContentSchema.safeParse(content).success).toBe(true);
  });

  it("adds parts and labour of a service", () => {
    const { content } = read("service", { title: "Freios", category: "repair", parts: "150", labour: "80,50" });
    expect(content).toMatchObject({ parts_cents: 15_000, labour_cents: 8050, total_cents: 23_050, category: "repair" });
    expect(entryContentSchema.safeParse(content).success).toBe(true);
  });

  it.each([
    ["fuel", { litres: "" }, { litres: "required" }],
    ["fuel", { litres: "0" }, { litres: "number" }],
    ["fuel", { litres: "2.500,0" }, { litres: "range" }],
    ["fuel", { litres: "40", ethanol: "101" }, { ethanol: "range" }],
    ["km", { reading: "" }, { reading: "required" }],
    ["km", { reading: "12x" }, { reading: "number" }],
    ["expense", { amount: "" }, { amount: "required" }],
    ["expense", { amount: "10.000.001" }, { amount: "range" }],
    ["note", { notes: " " }, { notes: "required" }],
    ["service", { title: "" }, { title: "required" }],
    ["note", { notes: "x", date: "2026-03-02" }, { date: "future" }],
    ["note", { notes: "x", date: "" }, { date: "date" }],
  ] as const)("of a %s with %j finds %j", (kind, values, problems) => {
    expect(read(kind, values).problems).toEqual(problems);
  });

  it("asks the kilometres of a car with a broken odometer as an estimate", () => {
    const { content, problems } = read("km", { estimated: "60.000" }, { isBroken: true });
    expect(problems).toEqual({});
    expect(content).toMatchObject({ reading_km: null, estimated_km: 60_000 });
  });

  it("keeps what the form does not show", () => {
    const stored: EntryContent = {
      ...EMPTY_ENTRY,
      kind: "expense",
      on_date: "2026-01-01",
      title: "Balsa",
      trip_id: "00000000-0000-4000-8000-000000000001",
      total_cents: 100,
    };
    const { content } = read("expense", { amount: "2", category: "toll" }, { stored });
    expect(content).toMatchObject({ title: "Balsa", trip_id: stored.trip_id, total_cents: 200, category: "toll" });
  });
});

it("computes price and sum of what is typed", () => {
  expect(typedPrice(formOf({ total: "227,15", litres: "38,5" }))).toBeCloseTo(5.9);
  expect(typedPrice(formOf({ total: "227,15", litres: "" }))).toBeNull();
  expect(typedSum(formOf({ parts: "1", labour: "" }))).toBe(100);
  expect(typedSum(formOf({ parts: "", labour: "" }))).toBeNull();
});
