import { describe, expect, it } from "vitest";
import { dayOf, decimalSignOf, fileDegrees, fileNumber, orderOf, parseDecimal, type DecimalSign } from "./typed-values";

describe("parseDecimal", () => {
  it.each([
    ["", 2, null],
    ["  ", 2, null],
    ["0", 2, 0],
    ["227,15", 2, 227.15],
    ["227.15", 2, 227.15],
    ["R$ 1.234,50", 2, 1234.5],
    ["r$ 5", 2, 5],
    ["1,234.50", 2, 1234.5],
    ["1.234", 2, 1234],
    ["1.234.567", 2, 1_234_567],
    ["1.234.567,8", 1, 1_234_567.8],
    ["45.678", 1, 45_678],
    ["45 678", 1, 45_678],
    ["45678,5", 1, 45_678.5],
    ["38,512", 3, 38.512],
    ["38.512", 3, 38.512],
    ["1.038,512", 3, 1038.512],
    ["27", 0, 27],
    ["5,", 2, 5],
  ])("reads %j with at most %i decimals as %j", (text, decimals, value) => {
    expect(parseDecimal(text, decimals)).toBe(value);
  });

  it.each([
    ["abc", 2],
    ["-5", 2],
    ["1,2345", 2],
    ["45,67", 1],
    ["12.34.567", 2],
    ["1e5", 2],
    ["27,5", 0],
    [",5", 2],
    ["1..2", 2],
    ["0,125", 2],
    ["1234.567", 2],
    ["1.234,567", 2],
    ["1,234.567.890", 3],
  ])("refuses %j with at most %i decimals", (text, decimals) => {
    expect(parseDecimal(text, decimals)).toBeUndefined();
  });
});

describe("fileNumber", () => {
  it.each<[string, number, DecimalSign | null, number | null]>([
    ["1.234,56", 2, null, 1234.56],
    ["1,234.56", 2, null, 1234.56],
    ["R$ 1.234.567", 2, null, 1_234_567],
    ["12,5", 1, null, 12.5],
    ["-3", 1, null, -3],
    ["98.450", 1, ",", 98_450],
    ["98.450", 3, ".", 98.45],
    ["98.450", 1, null, 98_450],
    ["38,512", 3, null, 38.512],
    ["38,512 L", 3, null, 38.512],
    ["45 210 km", 1, null, 45_210],
    ["1'234.5", 1, null, 1234.5],
    ["\u22123,5", 1, null, -3.5],
    ["0,125", 2, null, 0.125],
    ["x", 1, null, null],
    ["12abc34", 1, null, null],
    ["1.2.3", 1, null, null],
    ["12,34,5", 1, null, null],
    ["", 1, null, null],
  ])("%s with %d decimals and the sign %s is %s", (cell, decimals, sign, value) => {
    expect(fileNumber(cell, decimals, sign)?.value ?? null).toBe(value);
  });

  it("marks a number that could be two", () => {
    expect(fileNumber("98.450", 1, null)?.isGuess).toBe(true);
    expect(fileNumber("98.450", 1, ",")?.isGuess).toBe(false);
    expect(fileNumber("98450", 1, null)?.isGuess).toBe(false);
  });
});

it("decimalSignOf takes the sign that the numbers of a file prove", () => {
  expect(decimalSignOf(["98.450", "38,5", "Lages"])).toBe(",");
  expect(decimalSignOf(["98.450", "38.5"])).toBe(".");
  expect(decimalSignOf(["98.450", "1.234"])).toBeNull();
  expect(decimalSignOf(["38.5", "38,5"])).toBeNull();
});

it.each([
  ["31/12/2025", "2025-12-31"],
  ["02-05-2026 14:20", "2026-05-02"],
  ["5/3/24", "2024-03-05"],
  ["2026/5/2", "2026-05-02"],
  ["2025-02-30", null],
  ["31/02/2025", null],
  ["2025-12-31T10:00", "2025-12-31"],
  ["x", null],
])("reads the day %s", (cell, day) => expect(dayOf(cell, "dmy")).toBe(day));

it("orderOf takes the order that the days prove", () => {
  expect(orderOf(["10/6/2026", "10/20/2026"])).toBe("mdy");
  expect(orderOf(["10/6/2026", "20-10-2026"])).toBe("dmy");
  expect(orderOf(["10/6/2026"])).toBeNull();
  expect(orderOf(["13/1/2026", "1/13/2026"])).toBeNull();
});

it("fileDegrees takes one number", () => {
  expect(["-27,810", "-27.81", "x", "-27.8 S"].map(fileDegrees)).toEqual([-27.81, -27.81, null, null]);
});
