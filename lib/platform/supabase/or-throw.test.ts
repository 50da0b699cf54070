import { describe, expect, it } from "vitest";
import { countOrThrow, databaseError, orThrow, outcomeOrThrow } from "./or-throw";

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
    ["input.invalid", failed("22023", "invalid_recipient"), { invalid_recipient: "input.invalid" }],
    ["service.unavailable", failed("constructor"), { "42501": "access.permission" }],
  ] as const)("throws %s", (code, answer, known) => {
    expect(() => orThrow(answer, known)).toThrow(
      expect.objectContaining({ code, message: `${code}: ${answer.error.message}` }),
    );
  });
});

describe("a refusal that the database raised", () => {
  const refused = (message: string, details: string) => ({ data: null, error: { code: "P0001", message, details } });

  it("is the outcome refused with its reason and field", () => {
    expect(outcomeOrThrow(refused("invalid", "email"))).toEqual({
      outcome: "refused",
      reason: "invalid",
      field: "email",
    });
    expect(outcomeOrThrow(refused("no_places", ""))).toEqual({ outcome: "refused", reason: "no_places", field: null });
  });

  it("is thrown with its field where the caller expects no refusal", () => {
    expect(() => orThrow(refused("invalid", "email"))).toThrow("input.invalid: invalid: email");
    expect(() => orThrow(refused("no_places", ""))).toThrow("service.unavailable: no_places");
    expect(() => orThrow(refused("event_over", ""), { event_over: "input.invalid" })).toThrow(
      expect.objectContaining({ code: "input.invalid" }),
    );
  });

  it("leaves other answers as they are", () => {
    expect(outcomeOrThrow({ data: { outcome: "gone" }, error: null })).toEqual({ outcome: "gone" });
    expect(() => outcomeOrThrow(failed("42501"), { "42501": "access.permission" })).toThrow("access.permission");
  });
});

it("counts rows, 0 without a count, and throws on an error", () => {
  expect([countOrThrow({ count: 3, error: null }), countOrThrow({ count: null, error: null })]).toEqual([3, 0]);
  expect(() => countOrThrow(failed("57014"))).toThrow("service.unavailable: refused");
});

it("keeps values of the row out of the error", () => {
  expect(JSON.stringify(databaseError(failed("23505").error), ["message", "cause", "detail"])).not.toContain("ana@");
});
