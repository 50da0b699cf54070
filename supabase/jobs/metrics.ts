import { Counter, Gauge, Histogram } from "prom-client";
import type postgres from "postgres";
import { registry, serveMetrics } from "../../lib/platform/metrics";

const registers = [registry];

const runs = new Histogram({
  name: "portal_job_duration_seconds",
  help: "Attempts of jobs by job and result: done, failed",
  labelNames: ["job", "result"],
  buckets: [0.1, 1, 10, 60, 600],
  registers,
});
const mails = new Counter({
  name: "portal_mails_total",
  help: "Attempts to send a mail by result: sent, failed",
  labelNames: ["result"],
  registers,
});

/** Counts one attempt of a job. */
export function countRun(job: string, result: "done" | "failed", seconds: number): void {
  runs.observe({ job, result }, seconds);
  if (job === "send-mail") mails.inc({ result: result === "done" ? "sent" : "failed" });
}

type JobRow = { job: string; state: string; count: number; oldest: number };
type Totals = { outbox: number; oldest: number; workers: number; backup_age: number | null; allowed: number };

/** Jobs that wait, run or failed, by queue; `oldest`: seconds since the first of them was created. */
const readJobs = (sql: postgres.Sql) => sql<JobRow[]>`
  select name as job, state::text, count(*)::int, extract(epoch from now() - min(created_on))::float8 as oldest
  from pgboss.job where state::text in ('created', 'retry', 'active', 'failed') group by name, state`;

/** `backup_age`: seconds since the last complete backup. `allowed`: connections that the database accepts. */
const readTotals = (sql: postgres.Sql) => sql<Totals[]>`
  select (select count(*)::int from private.outbox) as outbox,
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from private.outbox) as oldest,
    (select count(*)::int from private.workers where seen_at > now() - interval '30 seconds') as workers,
    (select extract(epoch from now() - max(finished_at))::float8 from public.backups where status = 'done') as backup_age,
    current_setting('max_connections')::int as allowed`;

const readConnections = (sql: postgres.Sql) => sql<{ state: string; count: number }[]>`
  select coalesce(state, 'unknown') as state, count(*)::int from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' group by 1`;

const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Gauge({ name: `portal_${name}`, help, labelNames, registers });

function createGauges() {
  return {
    jobs: gauge("jobs", "Jobs by job and state: created, retry, active, failed", ["job", "state"]),
    oldest: gauge("job_oldest_seconds", "Age of the oldest job that waits", ["job"]),
    mailsWaiting: gauge("mails_waiting", "Mails that wait to be sent, also after a failure"),
    outbox: gauge("outbox_rows", "Rows that no worker has taken yet"),
    outboxOldest: gauge("outbox_oldest_seconds", "Age of the oldest of these rows"),
    workers: gauge("workers_alive", "Workers with a heartbeat in the last 30 seconds"),
    backupAge: gauge("backup_age_seconds", "Seconds since the last complete backup, +Inf when there is none"),
    connections: gauge("database_connections", "Connections to the database by state", ["state"]),
    allowed: gauge("database_connections_max", "Connections that the database accepts"),
    up: gauge("database_up", "Whether the database answered"),
    latency: gauge("database_latency_seconds", "Time of the queries for these metrics"),
  };
}

type Gauges = ReturnType<typeof createGauges>;

function setJobs({ jobs, oldest, mailsWaiting }: Gauges, rows: readonly JobRow[]): void {
  for (const one of [jobs, oldest]) one.reset();
  const isWaiting = ({ state }: JobRow) => state === "created" || state === "retry";
  for (const { job, state, count } of rows) jobs.set({ job, state }, count);
  for (const row of rows.filter(isWaiting)) oldest.set({ job: row.job }, row.oldest);
  const waiting = rows.filter((row) => row.job === "send-mail" && isWaiting(row));
  mailsWaiting.set(waiting.reduce((sum, { count }) => sum + count, 0));
}

async function readAll(sql: postgres.Sql, gauges: Gauges): Promise<void> {
  const startedAt = performance.now();
  const [jobs, [totals], connections] = await Promise.all([readJobs(sql), readTotals(sql), readConnections(sql)]);
  gauges.latency.set((performance.now() - startedAt) / 1000);
  setJobs(gauges, jobs);
  if (!totals) return;
  gauges.outbox.set(totals.outbox);
  gauges.outboxOldest.set(totals.oldest);
  gauges.workers.set(totals.workers);
  gauges.backupAge.set(totals.backup_age ?? Infinity);
  gauges.allowed.set(totals.allowed);
  gauges.connections.reset();
  for (const { state, count } of connections) gauges.connections.set({ state }, count);
}

/** Serves the metrics of the worker, of the queues and of the database. */
export async function serveWorkerMetrics(sql: postgres.Sql, port: number, address: string): Promise<void> {
  const gauges = createGauges();
  await serveMetrics(port, address, async () => {
    const isUp = await readAll(sql, gauges).then(
      () => true,
      () => false,
    );
    gauges.up.set(isUp ? 1 : 0);
  });
}
