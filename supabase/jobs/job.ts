import type postgres from "postgres";
import type { createServiceClient } from "../../lib/platform/supabase/service";

export type JobContext = {
  /** Idempotency key: the same in all attempts of this job. */
  id: string;
  /** Database connection as the database owner. */
  sql: postgres.Sql;
  /** Supabase client with the secret key, for storage and server-only functions. */
  openService: () => ReturnType<typeof createServiceClient>;
};

/** One kind of background work. A job runs again after a crash, so `run` must be idempotent. Failures are retried after retryDelaySeconds × 2^attempt. */
export type Job = {
  /** Also the name of its queue. */
  name: string;
  /** Interval ("10 s") or time of day in São Paulo ("03:30"). Jobs that repeat within minutes are not retried; their next run replaces the retry. */
  schedule?: `${number} s` | `${number}:${number}`;
  /** How many of these jobs one worker runs concurrently. */
  lanes?: number;
  retryLimit?: number;
  retryDelaySeconds?: number;
  /** An attempt that takes longer, or whose worker died, counts as failed after this time. */
  expireSeconds?: number;
  run: (context: JobContext, data: unknown) => Promise<void>;
};

export const DEFAULTS = { lanes: 1, retryLimit: 8, retryDelaySeconds: 15, expireSeconds: 120 } as const;

export const repeatsWithinMinutes = ({ schedule }: Job) => schedule?.endsWith(" s") ?? false;
