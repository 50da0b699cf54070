import { describe, expect, it } from "vitest";
import { fold, foldLetters, slugOf, withoutAccents } from "./slug";

it.each([
  ["Água, Çedilha ~", "Agua, Cedilha ~"],
  ["Łukasz D’Ávila", "Lukasz D'Avila"],
  ["Ærø Þór Straße", "AEro THor Strasse"],
  ["Иван", "Иван"],
])("withoutAccents keeps the case of %s", (text, plain) => expect(withoutAccents(text)).toBe(plain));

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

describe("fold", () => {
  it.each([
    ["D’Ávila", "d'avila"],
    ["D´Ávila", "d'avila"],
    ["Łukasz Weiß", "lukasz weiss"],
    ["İstanbul ışık", "istanbul isik"],
    ["Nguyễn Thị Ánh", "nguyen thi anh"],
    ["ΟΔΥΣΣΕΎΣ", "οδυσσευσ"],
    ["Соловьёв", "соловьев"],
    ["שָׂרָה", "שרה"],
    ["مُحَمَّد", "محمد"],
    ["A\u200bna\u202e", "ana"],
    ["São José – SC", "sao jose - sc"],
  ])("%s becomes %s", (text, folded) => expect(fold(text)).toBe(folded));
});
