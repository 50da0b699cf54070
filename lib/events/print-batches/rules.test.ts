import { expect, it } from "vitest";
import { batchState } from "./rules";

const batch = { done: 0, total: 300, ended_at: null, failed_at: null };

it.each([
  ["queued", {}],
  ["printing", { done: 25 }],
  ["failed", { done: 25, failed_at: "2026-11-24T10:00:00Z" }],
  ["ready", { done: 300, ended_at: "2026-11-24T10:00:00Z" }],
] as const)("a batch is %s", (state, change) => {
  expect(batchState({ ...batch, ...change })).toBe(state);
});
