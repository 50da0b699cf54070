import { describe, expect, it } from "vitest";
import { z } from "zod";
import { codeSchema, enrolmentSchema, proofSchema, recoverySchema } from "./schema";

const FACTOR = "00000000-0000-4000-8000-000000000001";

describe("forms of the second factor", () => {
  it.each([
    ["a spaced code", codeSchema, { code: "123 456" }, {}],
    ["a short code", codeSchema, { code: "12345" }, { code: "codeInvalid" }],
    ["no code", codeSchema, {}, { code: "codeInvalid" }],
    ["a first code", enrolmentSchema, { factorId: FACTOR, code: "123456" }, {}],
    ["a recovery code", recoverySchema, { recoveryCode: "abcd-efgh ijkl mnop" }, {}],
    ["a short recovery code", recoverySchema, { recoveryCode: "abcd-efgh" }, { recoveryCode: "recoveryInvalid" }],
    [
      "a recovery code that is too long",
      recoverySchema,
      { recoveryCode: "a ".repeat(5000) },
      { recoveryCode: "recoveryInvalid" },
    ],
    ["a proof", proofSchema, { proof: "minha senha" }, {}],
    ["no proof", proofSchema, { proof: " " }, { proof: "proofMissing" }],
  ] as const)("parses %s", (_name, schema, input, expected) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(input)) form.set(name, value);
    const result = z.safeParse(schema, form);
    const errors = result.success
      ? {}
      : z.flattenError(result.error as z.ZodError<Record<string, unknown>>).fieldErrors;
    expect(Object.fromEntries(Object.entries(errors).map(([name, list]) => [name, list?.[0]]))).toEqual(expected);
  });
});
