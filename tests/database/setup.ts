import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startPostgres } from "@/supabase/local/postgres";
import { createActors } from "./actors";
import { startBackend, type Backend, type BackendProcess } from "./backend-process";
import { externalBackend, isExternal } from "./external";

/**
 * Below the range of ephemeral ports, so that outgoing connections cannot use them; other values allow two copies of
 * the repository to test concurrently. The backends of further workers use every tenth port above.
 */
const PORT = Number(process.env.TEST_SUPABASE_PORT ?? "24431");
const DATABASE_PORT = Number(process.env.TEST_DATABASE_PORT ?? "24432");
const PORTS_BETWEEN_WORKERS = 10;

/** The database is deleted after the tests, so it needs no protection against a crash of the machine. */
const SERVER_OPTIONS = ["max_connections=200", "fsync=off", "full_page_writes=off", "synchronous_commit=off"];

const TEMPLATE = "portal_template";

/** Stops what was started, in reverse order. */
type CleanUps = (() => unknown)[];

/**
 * Starts a separate Postgres on an empty directory, makes a template database with migrations, seed and the accounts
 * of the tests, and gives each worker of Vitest a copy of it with a backend of its own.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_BACKENDS) return undefined; // Vitest calls this for each project of the configuration.
  if (isExternal) {
    await prepareExternal();
    return undefined;
  }
  const cleanUps: CleanUps = [];
  const tearDown = async () => {
    for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) await cleanUp();
  };
  try {
    const backends = await startWorkerBackends(countWorkers(project), cleanUps);
    process.env.TEST_BACKENDS = JSON.stringify(backends);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** Migrations and seed are in the external database already. */
async function prepareExternal(): Promise<void> {
  const backend = externalBackend();
  await addActors(backend.databaseUrl);
  process.env.TEST_BACKENDS = JSON.stringify([backend]);
}

async function addActors(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await createActors(sql).finally(() => sql.end());
}

/** No more workers than chosen test files. */
function countWorkers({ vitest }: TestProject): number {
  const files = new Set(vitest.state.getPaths());
  return Math.max(1, Math.min(Number(vitest.config.maxWorkers), files.size));
}

async function startWorkerBackends(count: number, cleanUps: CleanUps): Promise<Backend[]> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-database-"));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  process.once("exit", () => endServer(dir));
  const server = await startPostgres(dir, DATABASE_PORT, SERVER_OPTIONS);
  cleanUps.push(server.stop);
  const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(TEMPLATE)}`;
    process.env.TEST_TEMPLATE_DIR = path.join(dir, TEMPLATE);
    await fillTemplate(urlOf(TEMPLATE), path.join(dir, TEMPLATE));
    const workers = Array.from({ length: count }, (_, index) => ({
      name: `portal_${index + 1}`,
      port: PORT + index * PORTS_BETWEEN_WORKERS,
    }));
    // Sequentially: Postgres cannot copy a template database that has other connections.
    for (const { name } of workers) await sql`create database ${sql(name)} template ${sql(TEMPLATE)}`;
    const starting = workers.map(({ name, port }) => {
      cpSync(path.join(dir, TEMPLATE), path.join(dir, name), { recursive: true });
      return startBackend(urlOf(name), path.join(dir, name), port);
    });
    const outcomes = await Promise.allSettled(starting);
    for (const outcome of outcomes) if (outcome.status === "fulfilled") cleanUps.push(outcome.value.stop);
    return (await Promise.all(starting)).map(({ backend }: BackendProcess) => backend);
  } finally {
    await sql.end();
  }
}

/** Ends the server when Vitest exits after a signal, which it does without a tear-down: the server would keep its port. */
function endServer(dir: string): void {
  const file = path.join(dir, "pg17/postmaster.pid");
  if (!existsSync(file)) return;
  process.kill(Number.parseInt(readFileSync(file, "utf8"), 10), "SIGQUIT");
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** A backend applies migrations and seed when it starts; its keys and files are copied with its folder. */
async function fillTemplate(url: string, dir: string): Promise<void> {
  mkdirSync(dir);
  const { stop } = await startBackend(url, dir, PORT);
  try {
    await addActors(url);
  } finally {
    await stop();
  }
}
