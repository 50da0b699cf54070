import { expect, it } from "vitest";
import { byYear, isInPeriod, readChoice } from "./rules";

const choiceOf = (query: string) => readChoice(new URLSearchParams(query));

it("leaves out what is not ticked, and invalid days", () => {
  expect(choiceOf("")).toEqual({ from: null, until: null, prices: false, receipts: false, plate: false });
  expect(choiceOf("de=2024-01-01&ate=31/12/2024&precos=1&notas=1&placa=1")).toEqual({
    from: "2024-01-01",
    until: null,
    prices: true,
    receipts: true,
    plate: true,
  });
});

it("leaves out receipts without prices, because they show them", () => {
  expect(choiceOf("notas=1")).toMatchObject({ prices: false, receipts: false });
});

it.each([
  ["2024-01-01", true],
  ["2024-12-31", true],
  ["2023-12-31", false],
  ["2025-01-01", false],
])("%s is in a period of one year: %s", (day, isIn) => {
  expect(isInPeriod(day, { from: "2024-01-01", until: "2024-12-31" })).toBe(isIn);
  expect(isInPeriod(day, { from: null, until: null })).toBe(true);
});

it("groups entries by year, the newest first", () => {
  const entry = (id: string, on_date: string, km: number | null = null) => ({ id, on_date, km });
  const years = byYear([
    entry("a", "2024-03-01", 100),
    entry("b", "2025-01-01"),
    entry("c", "2024-03-01", 200),
    entry("d", "2024-12-31"),
  ]);
  expect(years.map(({ year, entries }) => [year, entries.map(({ id }) => id)])).toEqual([
    ["2025", ["b"]],
    ["2024", ["d", "c", "a"]],
  ]);
});
