import { describe, expect, it } from "vitest";
import { csvHeadings, keyOfName, templateHeadings, valueOfWord, wordCells } from "./csv-words";
import type { Field } from "./resource";

const FIELDS: readonly Field[] = [
  { name: "name", kind: "text", required: true, translated: true },
  { name: "excerpt", kind: "text" },
  { name: "summary", kind: "text" },
  { name: "status", kind: "choice", options: ["draft", "published"], required: true },
  { name: "is_open", kind: "boolean" },
  { name: "months", kind: "choices", options: ["1", "2"] },
  { name: "state_abbr", kind: "state" },
  { name: "city_ibge", kind: "city" },
];
const resource = { idColumn: "id", fields: FIELDS };
const LABELS: Record<string, string> = {
  name: "Nome",
  excerpt: "Resumo",
  summary: "Resumo",
  status: "Situação",
  is_open: "Aberto",
  months: "Meses",
  state_abbr: "Estado",
  city_ibge: "Cidade",
};
const OPTIONS: Record<string, string> = {
  "status.draft": "Rascunho",
  "status.published": "Publicado",
  "boolean.true": "Sim",
  "boolean.false": "Não",
  "months.1": "Janeiro",
};
const labels = {
  field: (name: string) => LABELS[name] ?? name,
  option: (field: string, value: string) => OPTIONS[`${field}.${value}`] ?? value,
};
const field = (name: string) => FIELDS.find((one) => one.name === name)!;

it("headings are labels, and the name of the column where two labels are equal", () => {
  expect(csvHeadings(resource, labels)).toEqual([
    "Identificador",
    "Nome",
    "Resumo",
    "summary",
    "Situação",
    "Aberto",
    "Meses",
    "Estado",
    "Cidade",
    "Nome (en)",
    "Nome (es)",
  ]);
});

it("a template begins with what is required and has no key", () => {
  const headings = templateHeadings(resource, labels);
  expect(headings.slice(0, 3)).toEqual(["Nome", "Situação", "Resumo"]);
  expect(headings).not.toContain("Identificador");
});

it("cells are the words of the page and the titles of what they point to", () => {
  const row = {
    id: "1",
    name: "Oficina",
    status: "draft",
    is_open: false,
    months: ["1", "2"],
    state_abbr: "SC",
    city_ibge: 4205407,
  };
  expect(wordCells(resource, row, labels, { city_ibge: { "4205407": "Florianópolis" } })).toEqual([
    "1",
    "Oficina",
    "",
    "",
    "Rascunho",
    "Não",
    "Janeiro\n2",
    "SC",
    "Florianópolis",
    "",
    "",
  ]);
});

describe("the value of a word", () => {
  it.each([
    ["status", "Rascunho", "draft"],
    ["status", " publicado ", "published"],
    ["status", "draft", "draft"],
    ["status", "outra", "outra"],
    ["is_open", "Sim", "true"],
    ["months", "janeiro\n2", "1\n2"],
    ["state_abbr", "Santa Catarina", "SC"],
    ["state_abbr", "sc", "SC"],
    ["name", "Rascunho", "Rascunho"],
  ])("of %s %j is %j", (name, cell, value) => expect(valueOfWord(field(name), cell, [labels])).toBe(value));
});

describe("the key of a name", () => {
  const TOWNS = [
    { key: "4205407", title: "Florianópolis", state: "SC" },
    { key: "4300001", title: "São Francisco", state: "RS" },
    { key: "3500001", title: "São Francisco", state: "SP" },
  ];
  const key = (cell: string, row: { before?: string; title?: string; state?: string } = {}) =>
    keyOfName(cell, TOWNS, { before: row.before ?? "", title: row.title, state: row.state ?? null });
  it.each([
    ["florianopolis", {}, "4205407"],
    ["Florianópolis (SC)", {}, "4205407"],
    ["Florianópolis/SC", {}, "4205407"],
    ["4205407", {}, "4205407"],
    ["São Francisco", {}, null],
    ["São Francisco", { state: "SP" }, "3500001"],
    ["São Francisco - RS", {}, "4300001"],
    ["São Francisco", { before: "3500001" }, "3500001"],
    ["Nenhuma", {}, null],
    ["Ana", { before: "u1", title: "ana" }, "u1"],
    ["", { before: "4205407", title: "Florianópolis" }, ""],
    ["", {}, ""],
  ])("%j of a row %j is %j", (cell, row, found) => expect(key(cell, row)).toBe(found));
});
