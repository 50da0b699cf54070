/** Runs in each worker of Vitest before a test file, because the addresses in the environment differ per worker. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { beforeAll } from "vitest";
import type { Backend } from "./backend-process";

const LOCK = 1;
const PAUSE_MS = 50;

const backends = JSON.parse(process.env.TEST_BACKENDS ?? "[]") as Backend[];

/**
 * Waits for a backend that no other file uses, and locks it until this process ends. VITEST_POOL_ID does not say which
 * one is free: Vitest 4.1 gives an id twice after the first group of projects.
 */
async function lockBackend(): Promise<Backend> {
  if (!backends[0]) throw new Error("Run these tests with `npm test -- database`, which starts the database.");
  const url = Object.assign(new URL(backends[0].databaseUrl), { pathname: "/postgres" });
  const sql = postgres(url.href, { max: 1, max_lifetime: null, onnotice: () => {} });
  for (;;) {
    for (const [index, backend] of backends.entries()) {
      const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK}, ${index}) as locked`;
      if (row!.locked) return backend;
    }
    await sleep(PAUSE_MS);
  }
}

const backend = await lockBackend();

process.env.TEST_SUPABASE_URL = backend.url;
process.env.TEST_DATABASE_URL = backend.databaseUrl;
process.env.TEST_MAILBOX_URL = backend.mailboxUrl;
process.env.TEST_SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
process.env.TEST_SUPABASE_SECRET_KEY = backend.secretKey;
process.env.TEST_BACKEND_DIR = backend.dir;

/** Jobs that an earlier file with this backend enqueued and nothing has run. */
beforeAll(async () => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`delete from private.outbox`.finally(() => sql.end());
});
