import { describe, expect, it } from "vitest";
import { z } from "zod";
import { consent, email, formOf, needed, phone, text, ticked } from "./form";

const codesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("fields of a form", () => {
  it.each([
    [needed(3), "", ["missing"]],
    [needed(3), "abcd", ["tooLong"]],
    [text(3), undefined, []],
    [email, "ana@", ["emailInvalid"]],
    [phone, "123", ["phoneInvalid"]],
    [phone, "(55) 99988-7766", ["phoneCountry"]],
    [phone, "", []],
    [consent, undefined, ["consentMissing"]],
  ] as const)("%# reports the error codes of %j", (schema, value, codes) =>
    expect(codesOf(schema, value)).toEqual(codes),
  );

  it("removes control characters other than line breaks and tabs", () =>
    expect(text(200).parse(" a\u0000b\n\tc ")).toBe("ab\n\tc"));

  it("stores a text of at most 160 characters as one line", () =>
    expect(text(160).parse(" Ana\nMaria\u202e ")).toBe("Ana Maria"));

  it("refuses a name of invisible characters", () => expect(codesOf(needed(120), "\u200b\u2060")).toEqual(["missing"]));
});

it.each([
  ["a plain object", (fields: z.ZodObject) => fields],
  ["checked as a whole", (fields: z.ZodObject) => fields.refine(() => true).superRefine(() => undefined)],
  ["transformed", (fields: z.ZodObject) => fields.transform((form) => form)],
])("parses a submitted form with repeated fields, %s", (_, make) => {
  const kinds = z.array(z.string()).max(9).catch([]).prefault([]);
  const schema = formOf(make(z.object({ agreed: ticked, kinds, last: z.string().optional() })));
  const data = new FormData();
  for (const [name, value] of [
    ["agreed", "on"],
    ["kinds", "a"],
    ["kinds", "b"],
    ["last", "c"],
    ["last", "d"],
  ] as const)
    data.append(name, value);
  expect(schema.parse(data)).toEqual({ agreed: true, kinds: ["a", "b"], last: "d" });
  expect(schema.parse(new FormData())).toEqual({ agreed: false, kinds: [] });
});
