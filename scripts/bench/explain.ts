import type { Sql } from "postgres";
import { median } from "./budget";
import { loggedDuring, statementsOf, type Statement } from "./statement-log";

type Plan = { "Execution Time": number };

/** Whom the row policies see: nobody, or an account. */
export type Caller = { role: "anon" } | { role: "authenticated"; account: string };

async function explain(sql: Sql, { text, parameters }: Statement, caller: Caller, runs: number): Promise<number> {
  const times: number[] = [];
  await sql.begin(async (tx) => {
    await tx`set local role ${tx(caller.role)}`;
    if (caller.role === "authenticated") await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: caller.account, role: caller.role })}, true)`;
    for (let run = 0; run < runs; run++) {
      const [row] = await tx.unsafe<{ "QUERY PLAN": Plan[] }[]>(`explain (analyze, timing off, format json) ${text}`, parameters);
      times.push(row!["QUERY PLAN"][0]!["Execution Time"]);
    }
  });
  return median(times);
}

export type Reads = Record<string, () => Promise<unknown>>;
type Bench = { sql: Sql; log: string; caller: Caller; runs: number };

/** Milliseconds in the database per read: its statements, taken from Postgres' own log and explained one by one. */
export async function measure({ sql, log, caller, runs }: Bench, reads: Reads): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, read] of Object.entries(reads)) {
    let sum = 0;
    try {
      const statements = statementsOf(await loggedDuring(log, read));
      if (statements.length === 0) throw new Error("the log names no statement");
      for (const statement of statements) sum += await explain(sql, statement, caller, runs);
    } catch (error) {
      // A statement that runs into the server's time limit is a figure too.
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      sum = Infinity;
    }
    found.set(name, sum);
  }
  return found;
}
