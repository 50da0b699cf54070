import { DAY_MS } from "../../platform/dates";

/** Days until the retention rule `print_batches` deletes a batch with its file. */
export const KEPT_DAYS = 7;

/** The moment from which a batch is shown no longer. */
export const expiryOf = (createdAt: string): string =>
  new Date(Date.parse(createdAt) + KEPT_DAYS * DAY_MS).toISOString();

export const BATCH_KINDS = ["badges", "certificates"] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

type Progress = { done: number; total: number | null; ended_at: string | null; failed_at: string | null };
export type BatchState = "ready" | "failed" | "queued" | "printing";

export function batchState({ done, ended_at, failed_at }: Progress): BatchState {
  if (ended_at) return "ready";
  if (failed_at) return "failed";
  return done > 0 ? "printing" : "queued";
}
