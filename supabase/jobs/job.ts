import type postgres from "postgres";
import type { createServiceClient } from "../../lib/platform/supabase/service";

export type JobContext = {
  /** Stays the same over all attempts: what a job writes elsewhere is recognised by it. */
  id: string;
  /** The database as its owner. */
  sql: postgres.Sql;
  /** Storage and the functions for the server. */
  openService: () => ReturnType<typeof createServiceClient>;
};

/**
 * One kind of work. A job runs again after a crash, so `run` must be safe to repeat.
 * Failures are retried with growing pauses: retryDelaySeconds × 2^attempt.
 */
export type Job = {
  /** Name of the queue. */
  name: string;
  /** "10 s" between two runs, or the time of day in São Paulo: "03:30". A job that repeats within minutes is not retried, its next run is. */
  schedule?: `${number} s` | `${number}:${number}`;
  /** How many one worker runs at the same time. */
  lanes?: number;
  retryLimit?: number;
  retryDelaySeconds?: number;
  /** An attempt that takes longer counts as failed, also when its worker died. */
  expireSeconds?: number;
  run: (context: JobContext, data: unknown) => Promise<void>;
};

export const DEFAULTS = { lanes: 1, retryLimit: 8, retryDelaySeconds: 15, expireSeconds: 120 } as const;

export const repeatsWithinMinutes = ({ schedule }: Job) => schedule?.endsWith(" s") ?? false;
