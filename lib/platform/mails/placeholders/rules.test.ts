import { describe, expect, it } from "vitest";
import { editableText, filledPattern, unknownWords } from "./rules";

describe("a text for one person", () => {
  it("has the values in place of the words, and leaves braces of a value alone", () => {
    const values = { name: "Ana {link} $&", event: "Encontro", code: "ABCD2345", link: "https://x" };
    expect(filledPattern("{nome}, {evento} {codigo} {link} {outro}", values)).toBe(
      "Ana {link} $&, Encontro ABCD2345 https://x {outro}",
    );
  });

  it("keeps a word whose value is unknown, and shows an empty value as nothing", () => {
    expect(filledPattern("{mapa}|{prazo}", { map: "" })).toBe("|{prazo}");
  });
});

describe("the words of a text", () => {
  it("are those that the kind of mail knows", () => {
    expect(unknownWords("{nome} paga {valor} até {prazo} {} {nmoe}", ["name", "amount"])).toEqual([
      "prazo",
      "",
      "nmoe",
    ]);
    expect(unknownWords("{nome}", ["name"])).toEqual([]);
  });
});

describe("a standard text", () => {
  it("is edited with the words of the organisers", () => {
    expect(editableText("Olá, {name}: {amount, number, ::currency/BRL} até {until}. {more}")).toBe(
      "Olá, {nome}: {valor} até {prazo}. {more}",
    );
  });
});
