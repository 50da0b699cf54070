import { describe, expect, it } from "vitest";
import { countOrThrow, databaseError, orThrow } from "./or-throw";

const failed = (code: string, message = "refused") => ({
  data: null,
  count: null,
  error: { code, message, details: "Key (email)=(ana@example.org)" },
});

describe("orThrow", () => {
  it("returns the data, null when there is none", () => {
    expect(orThrow({ data: [1], error: null })).toEqual([1]);
    expect(orThrow({ data: null, error: null })).toBeNull();
  });

  it.each([
    ["service.unavailable", failed("57014"), {}],
    ["access.permission", failed("42501"), { "42501": "access.permission" }],
    ["input.invalid", failed("P0001", "invalid_recipient"), { invalid_recipient: "input.invalid" }],
    ["service.unavailable", failed("constructor"), { "42501": "access.permission" }],
  ] as const)("throws %s", (code, answer, known) => {
    expect(() => orThrow(answer, known)).toThrow(
      expect.objectContaining({ code, message: `${code}: ${answer.error.message}` }),
    );
  });
});

it("counts rows, 0 without a count, and throws on an error", () => {
  expect([countOrThrow({ count: 3, error: null }), countOrThrow({ count: null, error: null })]).toEqual([3, 0]);
  expect(() => countOrThrow(failed("57014"))).toThrow("service.unavailable: refused");
});

it("keeps values of the row out of the error", () => {
  expect(JSON.stringify(databaseError(failed("23505").error), ["message", "cause", "detail"])).not.toContain("ana@");
});
