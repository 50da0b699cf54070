import { describe, expect, it } from "vitest";
import { DOCUMENT_KINDS } from "../../events/rules";
import { nestedForm } from "../parts/rules";
import { readEventForm } from "../schema";
import { firstTemplateDay, TEMPLATE_NAMES, TEMPLATES, templateOf, templateValues, translationsOf } from "./rules";
import type { Template } from "./schema";

const PERSON = { title: "Encontro", state_abbr: "SC", municipality_ibge: "4205407", organizer_name: "Clube" };
const LOCALES = ["pt-BR", "en-US", "es-419"] as const;

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe.each(TEMPLATE_NAMES)("the template %s", (name) => {
  it.each(LOCALES)("fills in a form that can be saved, in %s", (locale) => {
    const read = readEventForm(formOf({ ...PERSON, ...templateValues(name, locale, "2027-05-01") }));
    expect("errors" in read ? read.errors : {}).toEqual({});
    if ("errors" in read) return;
    const { kinds, days } = TEMPLATES[name] as Template;
    expect(read.event.kinds.map(({ questions }) => questions.length)).toEqual(kinds.map((one) => one.questions.length));
    const known: readonly string[] = DOCUMENT_KINDS;
    for (const { required_documents: documents } of read.event.kinds)
      expect(documents.filter((one) => !known.includes(one))).toEqual([]);
    expect(Object.keys(read.event.programme)).toHaveLength(days.length);
    expect(read.event.startDay).toBe("2027-05-01");
  });

  it("has its own words in each language", () => {
    const [pt, en, es] = LOCALES.map((locale) => templateValues(name, locale, "2027-05-01"));
    for (const field of ["rules", "kinds.0.name", "programme.2027-05-01"])
      expect(new Set([pt![field], en![field], es![field]]).size).toBe(3);
    const labels = Object.entries(pt!).filter(([field]) => /questions\.\d+\.label$/.test(field));
    for (const [field] of labels) expect(pt![`${field}_en`]).toBe(en![field]);
  });
});

it("a Portuguese text of a template has its translations until it is changed", () => {
  const { rules = "" } = templateValues("encontro", "pt-BR", "2027-05-01");
  expect(translationsOf(rules)).toEqual({
    en: templateValues("encontro", "en-US", "2027-05-01").rules,
    es: templateValues("encontro", "es-419", "2027-05-01").rules,
  });
  expect(translationsOf(`${rules} Mais.`)).toBeNull();
});

it.each([
  ["2026-11-30", "2027-02-06"],
  ["2026-12-05", "2027-02-06"],
])("on %s it suggests the Saturday %s", (today, day) => {
  expect(firstTemplateDay(today)).toBe(day);
});

it("an address with another name has no template", () => {
  expect(templateOf("encontro")).toBe("encontro");
  for (const value of ["toString", "x", undefined, ["encontro"]]) expect(templateOf(value)).toBeUndefined();
});

it("the fields of a template have no name twice", () => {
  const values = templateValues("encontro", "pt-BR", "2027-05-01");
  expect(Object.keys(nestedForm(formOf(values)))).toContain("kinds");
});
