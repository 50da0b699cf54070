import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import PgBoss from "pg-boss";
import { closeMails } from "../../lib/platform/mails/service";
import { env } from "../../lib/platform/env";
import { logAsJson, logCrashes } from "../../lib/platform/log";
import { reportError } from "../../lib/platform/report";
import { createServiceClient } from "../../lib/platform/supabase/service";
import { connectionOptions, openDatabase } from "./connection";
import { publicFailure } from "./failure";
import { moveOutbox } from "./outbox";
import { writeHeartbeat, deleteFinishedData, registerSchedules, deleteHeartbeat } from "./heartbeat";
import { serveWorkerMetrics } from "./metrics";
import { JOBS, REMOVED_JOBS } from "./registry";
import { prepareQueue, startConcurrentWorkers } from "./run-job";

const TICK_MS = 1000;
const HEARTBEAT_MS = 10_000;
const CLEAN_UP_MS = 60_000;
const STOP_MS = 8000;
/** Advisory lock id: workers that start at the same time create schema and queues one after another. */
const START_LOCK = 54_323;

logAsJson("worker", env.LOG_FORMAT);
logCrashes();
const databaseUrl = env.DATABASE_URL;
if (!databaseUrl) fail("falta DATABASE_URL");
const { url, ssl, prepare: hasSessions } = connectionOptions(databaseUrl);
if (!hasSessions)
  fail("DATABASE_URL usa o pooler em modo transação (porta 6543); use o modo sessão (porta 5432) ou a conexão direta");
const sql = openDatabase(databaseUrl);
const boss = new PgBoss({
  connectionString: url,
  ssl,
  max: 4,
  schedule: false,
  maintenanceIntervalSeconds: 15,
  archiveCompletedAfterSeconds: 3600,
  // Keeps failed jobs for 30 days, so that they can be run again.
  ...({ archiveFailedAfterSeconds: 30 * 86_400 } as object),
  deleteAfterDays: 3,
});
const id = randomUUID();
const jobNames = JOBS.map(({ name }) => name);
let isStopping = false;

/** Reports the reason in one line to the operator and to the parent process. */
function fail(reason: string): never {
  const message = `o worker não iniciou: ${reason}.`;
  if (process.connected) process.send?.({ type: "failed", message });
  else console.error(message);
  process.exit(1);
}

const lastReported = new Map<string, number>();

/** Logs each reason at most once a minute, because every loop fails while the database is unavailable. */
function report(where: string, error: unknown): void {
  const failure = publicFailure(error);
  const key = `${where} ${failure.message}`;
  if (Date.now() - (lastReported.get(key) ?? 0) < CLEAN_UP_MS) return;
  lastReported.set(key, Date.now());
  reportError(where, failure);
}

/** Repeats a task until the worker stops; a failure is logged and the next round tries again. */
async function repeat(where: string, pauseMs: number, task: () => Promise<unknown>): Promise<void> {
  while (!isStopping) {
    await task().catch((error: unknown) => report(where, error));
    await sleep(pauseMs, undefined, { ref: false });
  }
}

async function tick(): Promise<void> {
  await sql`select private.enqueue_due_jobs()`;
  while ((await moveOutbox(sql, boss, jobNames)) > 0 && !isStopping);
}

async function prepare(): Promise<void> {
  const reserved = await sql.reserve();
  try {
    await reserved`select pg_advisory_lock(${START_LOCK})`;
    await boss.start();
    for (const job of JOBS) await prepareQueue(boss, job);
    await sql`delete from pgboss.job where name in ${sql(REMOVED_JOBS)}`;
    for (const name of REMOVED_JOBS) await boss.deleteQueue(name);
    await registerSchedules(sql, JOBS);
  } finally {
    await reserved`select pg_advisory_unlock(${START_LOCK})`.catch(() => undefined);
    reserved.release();
  }
}

async function start(): Promise<void> {
  boss.on("error", (error) => report("queue", error));
  await sql`select 1`.catch((error: Error & { code?: string }) =>
    fail(`o banco de DATABASE_URL não responde (${error.code ?? error.message})`),
  );
  await prepare();
  if (env.WORKER_METRICS_PORT) await serveWorkerMetrics(sql, env.WORKER_METRICS_PORT, env.METRICS_ADDRESS);
  await writeHeartbeat(sql, id);
  for (const job of JOBS) await startConcurrentWorkers(boss, job, { sql, openService: createServiceClient });
  void repeat("outbox", TICK_MS, tick);
  void repeat("heartbeat", HEARTBEAT_MS, () => writeHeartbeat(sql, id));
  void repeat("clean-up", CLEAN_UP_MS, () => deleteFinishedData(sql));
  if (process.connected) process.send?.({ type: "ready" });
  else console.log(`Worker em execução: ${JOBS.length} tipos de tarefa.`);
}

/** Waits for running jobs; those that take too long are returned to the queue and run again. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_MS + 1500).unref();
  await boss.stop({ graceful: true, timeout: STOP_MS - 1500 }).catch((error: unknown) => report("stop", error));
  closeMails();
  await deleteHeartbeat(sql, id).catch((error: unknown) => report("stop", error));
  await sql.end({ timeout: 1 });
  process.exit(0);
}

process.on("unhandledRejection", (error) => report("worker", error));
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
process.once("disconnect", () => void stop());

await start().catch((error: unknown) => fail(publicFailure(error).message));
