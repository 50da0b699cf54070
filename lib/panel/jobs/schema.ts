import { z } from "zod";

export const runAgainSchema = z.strictObject({ job: z.string().regex(/^[a-z][a-z0-9-]{1,59}$/), id: z.uuid() });

const moment = z.string().nullable();

/** Result of the database function `job_overview`. */
export const overviewSchema = z.object({
  outbox: z.object({ waiting: z.number(), oldest_at: moment }),
  workers: z.array(
    z.object({ id: z.string(), host: z.string(), started_at: z.string(), seen_at: z.string(), is_alive: z.boolean() }),
  ),
  queues: z.array(
    z.object({
      job: z.string(),
      waiting: z.number(),
      running: z.number(),
      retrying: z.number(),
      failed: z.number(),
      oldest_at: moment,
    }),
  ),
  schedules: z.array(
    z.object({
      job: z.string(),
      schedule: z.string(),
      started_at: moment,
      finished_at: moment,
      failed_at: moment,
      failure: moment,
      next_at: z.string(),
    }),
  ),
  failures: z.array(
    z.object({
      id: z.string(),
      job: z.string(),
      attempts: z.number(),
      created_at: z.string(),
      failed_at: z.string(),
      error: z.string(),
    }),
  ),
});
export type JobOverview = z.output<typeof overviewSchema>;
