import { expect, it } from "vitest";
import { z } from "zod";
import { outcomeSchema, type Outcome } from "./outcome";

const schema = outcomeSchema({ id: z.string() }, { seen: z.string() }, ["period.over"]);
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
