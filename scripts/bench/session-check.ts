import postgres, { type Sql } from "postgres";
import { signInAs, type Claims } from "./admin-session";
import { median } from "./budget";
import { onProcessor, signIn } from "./explain";
import { growAdminTo } from "./admin-rows";
import { growTo } from "./generated-rows";
import { openScratchDatabase, startScratch, stopScratch } from "./scratch";
import { table } from "./table";

/** Rows per table. */
const ROWS = 10_000;
const ROUNDS = 9;
const RUNS = 200;

/** Returns the account without checking that its session is active; baseline for the comparison. */
const UNCHECKED = `create or replace function private.account_id() returns uuid
  language plpgsql stable security definer set search_path = '' as $$ begin return auth.uid(); end $$`;

const STATEMENTS = {
  "own profile": "select * from public.profiles where id = (select auth.uid())",
  "own notices, first page": "select * from public.notifications order by created_at desc limit 20",
  "own account, as every page asks": "select * from public.current_account(false)",
  "routes, first page of the panel": "select * from public.regions order by updated_at desc limit 25",
  "audit log, first page": "select * from public.audit_log order by created_at desc limit 25",
};

class Rollback extends Error {}

/** CPU microseconds of one execution, as the mean of many. */
async function cost(sql: Sql, claims: Claims, statement: string, isChecked: boolean): Promise<number> {
  let micros = Number.NaN;
  const measured = sql.begin(async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    if (!isChecked) await tx.unsafe(UNCHECKED);
    await signIn(tx, claims);
    for (let run = 0; run < 10; run++) await tx.unsafe(statement, [], { prepare: true });
    const before = onProcessor(backend!.pid);
    for (let run = 0; run < RUNS; run++) await tx.unsafe(statement, [], { prepare: true });
    micros = ((onProcessor(backend!.pid) - before) * 1000) / RUNS;
    throw new Rollback();
  });
  await measured.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return micros;
}

async function main(): Promise<void> {
  const scratch = await startScratch();
  const sql = postgres(scratch.ready.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    openScratchDatabase(scratch);
    const claims = await signInAs("superadministrador", scratch.dir);
    await growTo(sql, ROWS);
    await growAdminTo(sql, ROWS);
    const rows: string[][] = [];
    for (const [name, statement] of Object.entries(STATEMENTS)) {
      const costs: [checked: number[], unchecked: number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        costs[0].push(await cost(sql, claims, statement, true));
        costs[1].push(await cost(sql, claims, statement, false));
      }
      const [checked, unchecked] = costs.map(median) as [number, number];
      rows.push([name, checked.toFixed(0), unchecked.toFixed(0), (checked - unchecked).toFixed(0)]);
    }
    console.log(
      `Processor microseconds per statement in Postgres (median of ${ROUNDS} rounds of ${RUNS}), ${ROWS} rows per table\n${table(["statement", "session checked", "auth.uid() alone", "difference"], rows)}`,
    );
  } finally {
    await sql.end();
    await stopScratch(scratch);
  }
}

await main();
