import { describe, expect, it } from "vitest";
import { translated, translatedList } from "./content";

const row = {
  name: "Serra do Rio do Rastro",
  intro: "Curvas de concreto.",
  empty: null,
  translations: { en: { name: "Rio do Rastro Range", intro: "" }, es: { intro: 7 } } as unknown,
};

describe("translated", () => {
  it.each([
    ["pt-BR", "name", "Serra do Rio do Rastro", false],
    ["en-US", "name", "Rio do Rastro Range", false],
    ["es-419", "name", "Serra do Rio do Rastro", true],
    ["en-US", "intro", "Curvas de concreto.", true],
    ["es-419", "intro", "Curvas de concreto.", true],
    ["en-US", "empty", "", false],
  ] as const)("in %s %s is '%s', marked as Portuguese: %s", (locale, field, text, fallback) => {
    expect(translated(row, field, locale)).toEqual({ text, fallback });
  });

  it("accepts a row without translations", () => {
    expect(translated({ name: "Rota", translations: null }, "name", "en-US")).toEqual({ text: "Rota", fallback: true });
  });
});

describe("translatedList", () => {
  const warnings = { warnings: ["Neblina"], translations: { en: { warnings: ["Fog"] }, es: { warnings: [] } } };

  it.each([
    ["pt-BR", ["Neblina"]],
    ["en-US", ["Fog"]],
    ["es-419", ["Neblina"]],
  ] as const)("in %s is %s", (locale, list) => {
    expect(translatedList(warnings, "warnings", locale)).toEqual(list);
  });
});
