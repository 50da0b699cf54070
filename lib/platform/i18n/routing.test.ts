import { describe, expect, it } from "vitest";
import { alternates, isLocale, localePath, splitPath } from "./routing";
import { LOCALES } from "../supabase/database-constants/platform";

const PATHS = [
  "/",
  "/home",
  "/es/home",
  "/en/home",
  "/sc/rota/caminho-dos-principes",
  "/englishman",
  "/espanol-antigo",
];

describe("localePath and splitPath", () => {
  it.each(LOCALES.flatMap((locale) => PATHS.map((path) => [locale, path] as const)))(
    "in %s %s are inverse",
    (locale, path) => {
      expect(splitPath(localePath(locale, path))).toEqual({ locale, path });
    },
  );

  it.each([
    ["/es/home", "pt-BR", "/es/home"],
    ["/espanol/es/home", "es-419", "/es/home"],
    ["/english/es/home", "en-US", "/es/home"],
    ["/english", "en-US", "/"],
    ["/espanol", "es-419", "/"],
    ["/espanol/", "es-419", "/"],
    ["/englishman", "pt-BR", "/englishman"],
    ["/pt-BR/sc/home", "pt-BR", "/sc/home"],
    ["/es-419/sc/home", "es-419", "/sc/home"],
    ["/es-419", "es-419", "/"],
    ["/EN-US/home", "pt-BR", "/EN-US/home"],
  ])("%s is %s %s", (pathname, locale, path) => {
    expect(splitPath(pathname)).toEqual({ locale, path });
  });

  it("adds no trailing slash to the home page of a language", () => {
    expect(LOCALES.map((locale) => localePath(locale, "/"))).toEqual(["/", "/english", "/espanol"]);
  });
});

describe("alternates", () => {
  it("contain every language, and Portuguese as the default", () => {
    expect(alternates("es-419", "/es/home")).toEqual({
      canonical: "/espanol/es/home",
      languages: { "x-default": "/es/home", "pt-BR": "/es/home", en: "/english/es/home", es: "/espanol/es/home" },
    });
  });
});

describe("isLocale", () => {
  it.each([
    ["pt-BR", true],
    ["pt", false],
    ["es", false],
    ["toString", false],
    [undefined, false],
  ])("%s: %s", (value, expected) => {
    expect(isLocale(value)).toBe(expected);
  });
});
