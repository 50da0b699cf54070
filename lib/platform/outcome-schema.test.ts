import { expect, it } from "vitest";
import { z } from "zod";
import { outcomeKey, type Outcome } from "./outcome";
import { outcomeSchema } from "./outcome-schema";

const schema = outcomeSchema({
  saved: { id: z.string() },
  conflict: { seen: z.string() },
  refused: ["period.over"],
  gone: true,
});
type Wanted = Outcome<{ id: string }, "period.over", { seen: string }>;

it.each<Wanted>([
  { outcome: "saved", id: "7" },
  { outcome: "conflict", seen: "2026-11-28" },
  { outcome: "refused", field: null, reason: "period.over" },
  { outcome: "gone" },
])("%o is an expected outcome", (outcome) => {
  const found: Wanted = schema.parse(outcome);
  expect(found).toEqual(outcome);
});

it.each([{ outcome: "saved" }, { outcome: "refused", field: null, reason: "unknown" }, { outcome: "missing" }, null])(
  "%o is not",
  (answer) => {
    expect(schema.safeParse(answer).success).toBe(false);
  },
);

it.each([{ outcome: "gone" }, { outcome: "conflict" }, { outcome: "refused", field: null, reason: "limit" }])(
  "%o is none of a write that is always saved",
  (answer) => {
    expect(outcomeSchema({}).safeParse(answer).success).toBe(false);
  },
);

it("the key of a refusal is its reason", () => {
  expect(outcomeKey({ outcome: "refused", field: null, reason: "limit" } as const)).toBe("limit");
  expect(outcomeKey({ outcome: "gone" } as const)).toBe("gone");
});
