import { describe, expect, it } from "vitest";
import { eventDays } from "../events/rules";
import { certificateCode, fieldText, fittedSize, placed, printedValues, TEST_NAMES } from "./rules";
import type { CertificateField } from "./rules";

const FIELD: CertificateField = {
  id: "name",
  kind: "name",
  x: 10,
  y: 31,
  width: 80,
  size: 40,
  align: "center",
  bold: true,
  text: "",
};
const FACTS = {
  event: "Encontro de Teste",
  starts_at: "2027-03-06T12:00:00Z",
  ends_at: "2027-03-06T20:00:00Z",
  time_zone: "America/Sao_Paulo",
  town: "Florianópolis/SC",
};
const VALUES = printedValues("Ana", "ABCDE23456", FACTS, "pt-BR");

describe("the days of an event", () => {
  it("are one date when it ends on the day of its start in its time zone", () => {
    expect(eventDays({ ...FACTS, ends_at: "2027-03-07T02:30:00Z" }, "pt-BR", "long")).toBe("6 de março de 2027");
  });

  it("are a range with ordinary spaces, which every typeface has", () => {
    const days = eventDays({ ...FACTS, ends_at: "2027-03-07T20:00:00Z" }, "pt-BR", "long");
    expect(days).toMatch(/^6 ?– ?7 de março de 2027$/);
  });
});

describe("the text of a field", () => {
  it("replaces known words and keeps unknown ones", () => {
    const field = { ...FIELD, kind: "text", text: "{town} {code} {constructor}" } as const;
    expect(fieldText(field, VALUES)).toBe("Florianópolis/SC ABCDE23456 {constructor}");
  });

  it("is empty for a QR code and for a missing car", () => {
    expect(fieldText({ ...FIELD, kind: "qr", text: "x" }, VALUES)).toBe("");
    expect(fieldText({ ...FIELD, kind: "car" }, VALUES)).toBe("");
  });
});

describe("the size of a name", () => {
  it("is the one of the model for a short name and smaller for a long one, but at least half", () => {
    expect(fittedSize(FIELD, TEST_NAMES.short)).toBe(40);
    expect(fittedSize(FIELD, TEST_NAMES.long)).toBeLessThan(40);
    expect(fittedSize({ ...FIELD, width: 4 }, TEST_NAMES.long)).toBe(20);
  });
});

it("a field stays on the page", () => {
  expect(placed(FIELD, -5, 200)).toMatchObject({ x: 0, y: 97 });
  expect(placed(FIELD, 90, -1)).toMatchObject({ x: 20, y: 0 });
});

it.each([
  ["abcde 23456", "ABCDE23456"],
  ["ABCDE-23456", "ABCDE23456"],
  ["ABCDE2345O", null],
  ["ABCDE2345", null],
])("the typed code %s is read as %s", (typed, code) => {
  expect(certificateCode(typed)).toBe(code);
});
