import { describe, expect, it } from "vitest";
import {
  formatDayRange,
  formatKm,
  formatMetres,
  formatMinutes,
  formatMonths,
  formatMonthYear,
  formatZone,
  withoutBrand,
  percentOf,
} from "./format";

/** Intl uses non-breaking spaces; replace them by normal ones. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

describe("lengths", () => {
  it.each([
    [1234.56, "pt-BR", "1.234,6 km"],
    [1234.56, "en-US", "1,234.6 km"],
    [12, "es-419", "12 km"],
  ] as const)("%d km in %s", (km, locale, text) => {
    expect(plain(formatKm(km, locale))).toBe(text);
  });

  it.each([
    [1460.4, "pt-BR", "1.460 m"],
    [1460.4, "en-US", "1,460 m"],
  ] as const)("%d m in %s", (metres, locale, text) => {
    expect(plain(formatMetres(metres, locale))).toBe(text);
  });
});

describe("formatMinutes", () => {
  it.each([
    [0, "0 min"],
    [45, "45 min"],
    [59.6, "1 h"],
    [60, "1 h"],
    [119.7, "2 h"],
    [155, "2 h 35 min"],
  ])("%d minutes are formatted as %s", (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });
});

describe("formatMonths", () => {
  it.each([
    [[3, 4, 5, 9], "pt-BR", "mar–mai, set"],
    [[5, 4], "pt-BR", "abr, mai"],
    [[1, 2, 3], "en-US", "Jan–Mar"],
    [[12, 1, 2], "en-US", "Jan, Feb, Dec"],
    [[], "pt-BR", ""],
  ] as const)("%j in %s", (months, locale, text) => {
    // Whether a short month ends with a full stop depends on the version of Node's locale data.
    expect(formatMonths(months, locale).replaceAll(".", "")).toBe(text);
  });
});

describe("formatDayRange", () => {
  const night = ["2027-03-20T11:00:00Z", "2027-03-21T03:30:00Z"] as const;

  it("is one day where the event begins and ends on it, in the given time zone", () => {
    expect(formatDayRange(...night, "pt-BR", { timeZone: "America/Manaus", dateStyle: "long" })).toBe(
      "20 de março de 2027",
    );
  });

  it("names the first and the last day of a longer event", () => {
    expect(formatDayRange(...night, "pt-BR", { dateStyle: "long" })).toBe("20 – 21 de março de 2027");
  });
});

describe("formatMonthYear", () => {
  it.each([
    ["2026-11-01", "pt-BR", "novembro de 2026"],
    ["2026-11-01", "en-US", "November 2026"],
    ["2027-01-01", "es-419", "enero de 2027"],
  ] as const)("%s in %s is %s", (day, locale, text) => {
    expect(formatMonthYear(day, locale)).toBe(text);
  });
});

it.each([
  ["America/Noronha", "Horário Padrão de Fernando de Noronha (UTC−2)"],
  ["America/Sao_Paulo", "Horário Padrão de Brasília (UTC−3)"],
  ["America/Manaus", "Horário Padrão do Amazonas (UTC−4)"],
  ["America/Rio_Branco", "Horário Padrão do Acre (UTC−5)"],
  ["America/Eirunepe", "UTC−5"],
])("names the time zone %s", (zone, name) => {
  expect(formatZone(zone, "pt-BR")).toContain(name);
});

it("a page title without the name of the portal keeps the rest", () => {
  expect(withoutBrand("Serra | Santa Catarina | LACAMBECHE")).toBe("Serra | Santa Catarina");
  expect(withoutBrand("LACAMBECHE")).toBe("LACAMBECHE");
});

it("percentOf is null when there are no people", () => {
  expect([percentOf(0, 0), percentOf(2, 8)]).toEqual([null, 25]);
});
