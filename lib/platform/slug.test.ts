import { describe, expect, it } from "vitest";
import { fold, foldLetters, slugOf, withoutAccents } from "./slug";

it("withoutAccents keeps the case", () => expect(withoutAccents("Água, Çedilha ~")).toBe("Agua, Cedilha ~"));

it("fold removes accents and case", () => expect(fold("SÃO JOÃO d'Água")).toBe("sao joao d'agua"));

it("foldLetters keeps the offset of every letter", () => {
  const strange = "ÁÇÃÕ İı ß – “x” ﬁ";
  expect(foldLetters(strange)).toHaveLength(strange.length);
  expect(foldLetters("A Subída")).toBe("a subida");
});

describe("slugOf", () => {
  it.each([
    ["São Joaquim, a Serra!", "sao-joaquim-a-serra"],
    ["São João d'Aliança", "sao-joao-d-alianca"],
    ["Mercedes-Benz", "mercedes-benz"],
    ["1. Quem somos", "1-quem-somos"],
    ["  -- ", ""],
    ["É", "e"],
  ])("converts %s", (text, slug) => expect(slugOf(text)).toBe(slug));

  it("cuts the slug at the maximum length", () => expect(slugOf("um título longo", 8)).toBe("um-titul"));
});
