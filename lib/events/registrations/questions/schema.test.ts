import { describe, expect, it } from "vitest";
import { documentLabel, fieldsIn, fileNames } from "./rules";
import { answersSchema, questionsSchema } from "./schema";

const QUESTIONS = questionsSchema.parse([
  { name: "menu", kind: "longtext", required: true, label: "Cardápio", label_en: "Menu", help_en: "With prices" },
  { name: "length_m", kind: "number", label: "Comprimento" },
  {
    name: "side",
    kind: "choice",
    required: true,
    label: "Lado",
    options: ["Direito", "Esquerdo"],
    options_en: ["Right", "Left"],
  },
  { name: "rules", kind: "boolean", required: true, label: "Aceito" },
  { name: "gas", kind: "boolean", label: "Gás" },
  { name: "day", kind: "date", label: "Dia" },
  { name: "plan", kind: "file", required: true, label: "Planta" },
]);
const GIVEN = { menu: "Pastel", side: "Direito", rules: true };

describe("answersSchema", () => {
  const schema = answersSchema(QUESTIONS);

  it("accepts answers and drops those to other questions", () => {
    expect(schema.parse({ ...GIVEN, other: "x", plan: "x" })).toEqual({
      ...GIVEN,
      length_m: null,
      gas: false,
      day: null,
    });
  });

  it.each([
    ["menu", " ", "missing"],
    ["menu", undefined, "missing"],
    ["menu", "x".repeat(2001), "tooLong"],
    ["length_m", "6", "numberInvalid"],
    ["length_m", -1, "numberInvalid"],
    ["side", "Atrás", "choiceInvalid"],
    ["side", "", "missing"],
    ["rules", false, "missing"],
    ["day", "2026-13-01", "dateInvalid"],
  ])("refuses %s with %j: %s", (name, value, code) => {
    const [issue] = schema.safeParse({ ...GIVEN, [name]: value }).error?.issues ?? [];
    expect([issue?.path, issue?.message]).toEqual([[name], code]);
  });
});

describe("fieldsIn", () => {
  it("translates label, help and options and keeps the Portuguese value of an option", () => {
    const [menu, , side] = fieldsIn("en-US", QUESTIONS);
    expect([menu?.label, menu?.help]).toEqual(["Menu", "With prices"]);
    expect(side?.options).toEqual([
      { value: "Direito", label: "Right" },
      { value: "Esquerdo", label: "Left" },
    ]);
  });

  it("shows a text without a translation in Portuguese", () => {
    expect(fieldsIn("es-419", QUESTIONS)[0]?.label).toBe("Cardápio");
  });
});

it("treats files like documents with the label of their question", () => {
  expect(fileNames(QUESTIONS)).toEqual(["plan"]);
  expect(documentLabel("plan", { other: "Outro" }, QUESTIONS)).toBe("Planta");
  expect(documentLabel("unknown", { other: "Outro" }, QUESTIONS)).toBe("Outro");
});

it("leaves out malformed questions", () => {
  expect(questionsSchema.parse([null, { name: "X" }, { name: "a", kind: "color", label: "A" }])).toEqual([]);
  expect(questionsSchema.parse(undefined)).toEqual([]);
});
