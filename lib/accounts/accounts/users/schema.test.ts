import { describe, expect, it } from "vitest";
import { mergeResultSchema, mergePreviewSchema, mergeSchema, mfaResetSchema } from "./schema";

const account = "00000000-0000-4000-8000-000000000001";

describe("input of a merge", () => {
  const complete = { account, targetEmail: " Fica@Example.org ", email: "vai@example.org", reason: "duas contas" };

  it("accepts trimmed addresses and a reason", () => {
    expect(mergeSchema.parse(complete)).toEqual({ ...complete, targetEmail: "Fica@Example.org" });
  });

  it.each([
    { account: "1" },
    { account: undefined },
    { targetEmail: "" },
    { targetEmail: "fica" },
    { targetEmail: [complete.targetEmail] },
    { email: "" },
    { email: `${"a".repeat(400)}@example.org` },
    { reason: "   " },
    { reason: "a".repeat(301) },
  ])("rejects %j", (change) => {
    expect(mergeSchema.safeParse({ ...complete, ...change }).success).toBe(false);
  });

  it("accepts a preview without a confirmation", () => {
    expect(mergePreviewSchema.parse({ account, targetEmail: "fica@example.org", dry_run: false })).toEqual({
      account,
      targetEmail: "fica@example.org",
    });
  });
});

it("a reset of second factors needs a reason", () => {
  expect(mfaResetSchema.safeParse({ account, reason: " " }).success).toBe(false);
  expect(mfaResetSchema.parse({ account, reason: " perdeu o celular " }).reason).toBe("perdeu o celular");
});

describe("the database's result of a merge", () => {
  it("has numbers where the database returned none, and maps an unknown obstacle to refused", () => {
    const input = {
      outcome: "refused",
      field: null,
      reason: "obstacles",
      is_trial: true,
      obstacles: ["two_sellers", "new_reason"],
      report: [
        { table: "page_views", stays: 3 },
        { table: "ads", refused: "23514" },
      ],
      target: null,
    };
    expect(mergeResultSchema.parse(input)).toEqual({
      outcome: "refused",
      field: null,
      reason: "obstacles",
      is_trial: true,
      obstacles: ["two_sellers", "refused"],
      report: [
        { table: "page_views", moved: 0, dropped: 0, stays: 3 },
        { table: "ads", moved: 0, dropped: 0, stays: 0 },
      ],
      target: null,
    });
  });
});
