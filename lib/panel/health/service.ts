import "server-only";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { createServiceClient } from "../../platform/supabase/service";

type Client = ReturnType<typeof createServiceClient>;
type Readiness = { database: "ok" | "down"; migrations: "ok" | "missing" };

/** Requests within this time share one result. */
const SHARED_MS = 1000;
/** Shorter than the timeouts of load balancers. Failed requests are not repeated: the next check follows anyway. */
const TIMEOUT_MS = 3000;

/** Versions of the migrations of this build. */
async function buildMigrations(): Promise<string[]> {
  const files = await readdir(path.join(process.cwd(), "supabase/migrations"));
  return files.flatMap((file) => /^(\d+)_.+\.sql$/.exec(file)?.[1] ?? []);
}

/** Recorded migrations are never removed, so a database that had all of them is not asked again. */
let hasAllMigrations = false;

async function checkMigrations(client: Client): Promise<Readiness["migrations"]> {
  if (hasAllMigrations) return "ok";
  const expected = await buildMigrations();
  // An error also means that the database is older than this build: the function itself is missing then.
  const { data } = await client
    .rpc("count_missing_migrations", { expected })
    .retry(false)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  hasAllMigrations = data === 0;
  return hasAllMigrations ? "ok" : "missing";
}

async function checkDatabase(client: Client): Promise<Readiness["database"]> {
  const { error } = await client
    .from("states")
    .select("abbr")
    .limit(1)
    .retry(false)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  return error ? "down" : "ok";
}

let last: { at: number; answer: Promise<Readiness> } | undefined;

/** Whether the database responds and has the migrations of this build; more migrations than those are no problem. */
export function readReadiness(client: Client, now = Date.now()): Promise<Readiness> {
  if (last && now - last.at < SHARED_MS) return last.answer;
  const answer = Promise.all([checkDatabase(client), checkMigrations(client)]).then(([database, migrations]) => ({
    database,
    migrations,
  }));
  last = { at: now, answer };
  return answer;
}
