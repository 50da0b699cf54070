import { describe, expect, it } from "vitest";
import { growth, lastDays, readPeriod } from "./rules";

const NOW = new Date("2026-03-15T01:00:00Z");

describe("readPeriod", () => {
  it("defaults to the last 30 days in Brazilian time", () => {
    expect(readPeriod({}, NOW)).toEqual({ from: "2026-02-13", to: "2026-03-14", state: null, locale: null });
  });

  it("uses the URL parameters", () => {
    expect(readPeriod({ de: "2026-01-01", ate: "2026-01-31", estado: "SC", idioma: "en-US" }, NOW)).toEqual({
      from: "2026-01-01",
      to: "2026-01-31",
      state: "SC",
      locale: "en-US",
    });
  });

  it.each([
    [{ de: "2026-02-30" }],
    [{ de: "2027-01-01" }],
    [{ ate: "2030-01-01" }],
    [{ de: "1900-01-01" }],
    [{ de: ["a"], estado: "XX", idioma: "pt" }],
  ])("ignores invalid parameters: %j", (params) => {
    expect(readPeriod(params, NOW)).toEqual({ from: "2026-02-13", to: "2026-03-14", state: null, locale: null });
  });
});

describe("growth", () => {
  it.each([
    [150, 100, 50],
    [50, 100, -50],
    [5, 0, null],
  ])("from %i after %i is %s per cent", (views, previous, expected) => {
    expect(growth(views, previous)).toBe(expected);
  });
});

it("the last seven days end today", () => {
  expect(lastDays(7, NOW)).toBe("de=2026-03-08&ate=2026-03-14");
});
