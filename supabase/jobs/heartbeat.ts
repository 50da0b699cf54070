import os from "node:os";
import type postgres from "postgres";
import type { Job } from "./job";

/** Records that this worker is running. */
export async function writeHeartbeat(sql: postgres.Sql, id: string): Promise<void> {
  await sql`
    insert into private.workers (id, host, process_id) values (${id}, ${os.hostname().slice(0, 200)}, ${process.pid})
    on conflict (id) do update set seen_at = now()`;
}

/** Deletes this worker's row, and the rows of workers not seen for two days. */
export async function deleteHeartbeat(sql: postgres.Sql, id: string): Promise<void> {
  await sql`delete from private.workers where id = ${id} or seen_at < now() - interval '2 days'`;
}

/** Saves the schedules of all jobs; a new job first runs at its next scheduled time. */
export async function registerSchedules(sql: postgres.Sql, jobs: readonly Job[]): Promise<void> {
  const scheduled = jobs.filter(({ schedule }) => schedule);
  await sql`delete from private.job_schedules where job <> all (${scheduled.map(({ name }) => name)})`;
  for (const { name, schedule } of scheduled) {
    await sql`
      insert into private.job_schedules (job, schedule, last_due_at) values (${name}, ${schedule!}, private.last_due(${schedule!}, now()))
      on conflict (job) do update set schedule = excluded.schedule where job_schedules.schedule <> excluded.schedule`;
  }
}

/** Deletes the data of completed jobs, because it contains addresses and texts. */
export async function deleteFinishedData(sql: postgres.Sql): Promise<void> {
  await sql`update pgboss.job set data = null where state = 'completed' and data is not null`;
}
