import { readFileSync } from "node:fs";
import type { Sql, TransactionSql } from "postgres";
import type { Claims } from "./admin-session";
import { median } from "./budget";
import { loggedDuring, statementsOf, type Statement } from "./statement-log";

type Plan = { "Execution Time": number };

/** The caller for the row policies: an anonymous visitor, the server, or an account with the claims of its access token. */
export type Caller = { role: "anon" | "service_role" } | { role: "authenticated"; claims: Claims };

export type Bench = {
  sql: Sql;
  log: string;
  caller: Caller;
  runs: number;
  /** Measures CPU time instead of elapsed time; works on Linux only. */
  isCpu: boolean;
};

/** Makes a transaction run with the claims of an access token. Hosted projects read the claims object, the embedded backend reads single claims. */
export async function signIn(tx: TransactionSql, claims: Claims): Promise<void> {
  await tx`set local role authenticated`;
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('request.jwt.claim.sub', ${claims.sub}, true), set_config('request.jwt.claim.role', 'authenticated', true)`;
  const [row] = await tx<
    { id: string; state: string }[]
  >`select id, session_state as state from public.current_account(false)`;
  if (row?.id !== claims.sub || row.state !== "live")
    throw new Error(`the row policies see ${row?.id ?? "no account"}, session ${row?.state ?? "unknown"}`);
}

/** CPU milliseconds of a process: unlike elapsed time, they do not depend on the load of the machine. */
export const onProcessor = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

async function explain(sql: Sql, { text, parameters }: Statement, { caller, runs, isCpu }: Bench): Promise<number> {
  const times: number[] = [];
  await sql.begin(async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    // The CPU time of parallel workers would not be counted.
    if (isCpu) await tx`set local max_parallel_workers_per_gather = 0`;
    if (caller.role === "authenticated") await signIn(tx, caller.claims);
    else await tx`set local role ${tx(caller.role)}`;
    for (let run = 0; run < runs; run++) {
      const before = isCpu ? onProcessor(backend!.pid) : 0;
      const [row] = await tx.unsafe<{ "QUERY PLAN": Plan[] }[]>(
        `explain (analyze, timing off, format json) ${text}`,
        parameters,
      );
      times.push(isCpu ? onProcessor(backend!.pid) - before : row!["QUERY PLAN"][0]!["Execution Time"]);
    }
  });
  return median(times);
}

export type Reads = Record<string, () => Promise<unknown>>;

/** Database milliseconds per read: its statements are taken from the Postgres log and run with EXPLAIN one by one. */
export async function measure(bench: Bench, reads: Reads): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, read] of Object.entries(reads)) {
    let sum = 0;
    try {
      const statements = statementsOf(await loggedDuring(bench.log, read));
      if (statements.length === 0) throw new Error("the log names no statement");
      for (const statement of statements) sum += await explain(bench.sql, statement, bench);
    } catch (error) {
      // A statement that exceeds the server's time limit is reported as Infinity.
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      sum = Infinity;
    }
    found.set(name, sum);
  }
  return found;
}
