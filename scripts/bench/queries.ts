import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres, { type Sql } from "postgres";
import { median } from "./budget";
import { growTo } from "./generated-rows";
import { loggedDuring, statementsOf, type Statement } from "./statement-log";
import { table } from "./table";

const ROOT = path.resolve(import.meta.dirname, "../..");
const RUNS = 7;
/** Below this a doubling is the machine's noise, not the table's size. */
const NOISE_MS = 3;
const MAX_GROWTH = 2;

const { values } = parseArgs({ options: { sizes: { type: "string", default: "1000,10000,100000" } } });
const SIZES = values.sizes.split(",").map(Number);

type Ready = { type: "ready"; url: string; databaseUrl: string };
type Scratch = { backend: ChildProcess; ready: Ready; dir: string };

/** A backend of its own on an empty directory: nobody's data is touched. */
async function startScratch(): Promise<Scratch> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-queries-"));
  const ports = { SUPABASE_LOCAL_PORT: process.env.BENCH_SUPABASE_PORT ?? "54437", SUPABASE_LOCAL_DB_PORT: process.env.BENCH_DATABASE_PORT ?? "54438" };
  const backend = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, DATABASE_URL: "", SUPABASE_LOCAL_DIR: dir, ...ports },
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    backend.once("exit", (code) => reject(new Error(`o banco de rascunho terminou com o código ${code}`)));
    backend.on("message", (message: Ready) => message.type === "ready" && resolve(message));
  });
  return { backend, ready, dir };
}

async function stopScratch({ backend, dir }: Scratch): Promise<void> {
  backend.removeAllListeners("exit");
  const ended = new Promise((resolve) => backend.once("exit", resolve));
  backend.kill("SIGTERM");
  await ended;
  rmSync(dir, { recursive: true, force: true });
}

/** The product's own reads, pointed at the scratch database. */
async function publicReads({ ready, dir }: Scratch) {
  const keys = new Map(readFileSync(path.join(dir, "keys.env"), "utf8").split("\n").map((line) => line.split("=", 2) as [string, string]));
  process.env.NEXT_PUBLIC_SUPABASE_URL = ready.url;
  process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = keys.get("SUPABASE_PUBLISHABLE_KEY");
  process.env.SUPABASE_SECRET_KEY = keys.get("SUPABASE_SECRET_KEY");
  return (await import("./public-reads")).PUBLIC_READS;
}

type Plan = { "Execution Time": number };

async function explain(sql: Sql, { text, parameters }: Statement): Promise<number> {
  const times: number[] = [];
  await sql.begin(async (tx) => {
    await tx`set local role anon`;
    for (let run = 0; run < RUNS; run++) {
      const [row] = await tx.unsafe<{ "QUERY PLAN": Plan[] }[]>(`explain (analyze, timing off, format json) ${text}`, parameters);
      times.push(row!["QUERY PLAN"][0]!["Execution Time"]);
    }
  });
  return median(times);
}

type Reads = Awaited<ReturnType<typeof publicReads>>;

/** Milliseconds in the database per page: its statements, taken from Postgres' own log and explained one by one. */
async function measure(sql: Sql, reads: Reads, log: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [page, read] of Object.entries(reads)) {
    const statements = statementsOf(await loggedDuring(log, read));
    if (statements.length === 0) throw new Error(`${page}: the log names no statement`);
    let sum = 0;
    for (const statement of statements) sum += await explain(sql, statement);
    found.set(page, sum);
  }
  return found;
}

async function main(scratch: Scratch): Promise<void> {
  const sql = postgres(scratch.ready.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`alter system set log_statement = 'all'`;
    await sql`select pg_reload_conf()`;
    const reads = await publicReads(scratch);
    const bySize: Map<string, number>[] = [];
    for (const size of SIZES) {
      process.stderr.write(`${size} linhas por tabela\n`);
      await growTo(sql, size);
      bySize.push(await measure(sql, reads, path.join(scratch.dir, "pg17.log")));
    }
    const rows = Object.keys(reads).map((page) => {
      const times = bySize.map((found) => found.get(page)!);
      const [first = 0, last = 0] = [times[0], times.at(-1)];
      const flat = last <= Math.max(first * MAX_GROWTH, NOISE_MS);
      if (!flat) process.exitCode = 1;
      return [page, ...times.map((time) => time.toFixed(2)), flat ? "flat" : `✗ grows ${(last / first).toFixed(1)} times`];
    });
    console.log(`Milliseconds in the database per page (explain analyze, median of ${RUNS}), rows per table:\n${table(["page", ...SIZES.map(String), ""], rows)}`);
  } finally {
    await sql.end();
  }
}

const scratch = await startScratch();
try {
  await main(scratch);
} finally {
  await stopScratch(scratch);
}
