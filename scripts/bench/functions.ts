import postgres, { type Sql, type TransactionSql } from "postgres";
import { growAdminTo } from "./admin-rows";
import { signInAs, type Claims } from "./admin-session";
import { median } from "./budget";
import { growEventsTo } from "./event-rows";
import { onProcessor, signIn } from "./explain";
import { ACCOUNT_CALLS, ANON_CALLS, type Calls } from "./function-calls";
import { growTo } from "./generated-rows";
import { openScratchDatabase, startScratch, stopScratch } from "./scratch";
import { table } from "./table";
import { growVouchersTo } from "./voucher-rows";
import { growFiles, growSearch, growViewsTo } from "./other-rows";

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const RUNS = 3;
/** Milliseconds above which a function is repaired: a hosted project is shared and may be several times slower. */
const BUDGET_MS = 1000;
/** Statement timeouts of the API roles of a hosted project, in seconds. */
const TIMEOUT = { anon: 3, authenticated: 8 } as const;

type Role = keyof typeof TIMEOUT;

type Limits = { role: Role; claims: Claims; seconds: number };

class Rollback extends Error {}

/** The timeout in seconds that a function sets itself, which PostgREST applies before the call. */
async function ownTimeout(sql: Sql, name: string): Promise<number | undefined> {
  const [row] = await sql<{ timeout: string | null }[]>`
    select (select substr(setting, length('statement_timeout=') + 1) from unnest(proconfig) as setting where setting like 'statement_timeout=%') as timeout
    from pg_proc where pronamespace = 'public'::regnamespace and proname = ${name}`;
  return row?.timeout ? Number.parseInt(row.timeout, 10) : undefined;
}

/** Processor milliseconds of a call in a transaction that is rolled back, or the error code. */
async function time(sql: Sql, caller: Limits, call: string): Promise<number | string> {
  const { role, claims, seconds } = caller;
  let found: number | string = Number.NaN;
  const run = async (tx: TransactionSql) => {
    if (role === "anon") await tx`set local role anon`;
    else await signIn(tx, claims);
    await tx.unsafe(`set local statement_timeout = '${seconds}s'`);
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    // The processor time of parallel workers would not be counted.
    await tx`set local max_parallel_workers_per_gather = 0`;
    const [start, before] = [performance.now(), onProcessor(backend!.pid)];
    try {
      await tx.unsafe(`select * from public.${call}`);
      found = onProcessor(backend!.pid) - before;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      found =
        code === "57014"
          ? `over ${seconds} s`
          : `${performance.now() - start > BUDGET_MS ? "slow " : ""}${code} ${message}`;
    }
    throw new Rollback();
  };
  await sql.begin(run).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return found;
}

async function measure(sql: Sql, role: Role, claims: Claims, calls: Calls): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [name, given] of Object.entries(calls)) {
    const own = await ownTimeout(sql, name);
    const limits = { role, claims, seconds: own ?? TIMEOUT[role] };
    const budget = own ? (own * 1000) / 3 : BUDGET_MS;
    for (const args of given === null ? [] : [given].flat()) {
      const times: (number | string)[] = [];
      for (let run = 0; run < RUNS && typeof times.at(-1) !== "string"; run += 1)
        times.push(await time(sql, limits, `${name}(${args})`));
      const failed = times.find((one) => typeof one === "string");
      const middle = failed ?? median(times as number[]);
      const isLate = typeof middle === "number" ? middle > budget : /^(?:over|slow)/.test(String(middle));
      if (isLate) process.exitCode = 1;
      const shown = typeof middle === "number" ? middle.toFixed(1) : String(middle).slice(0, 60);
      rows.push([role, `${name}(${args.length > 60 ? `${args.slice(0, 57)}…` : args})`, shown, isLate ? "✗" : ""]);
    }
  }
  return rows;
}

/** Functions that anon may execute and that the list does not contain. */
async function unlisted(sql: Sql): Promise<string[]> {
  const open = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and has_function_privilege('anon', oid, 'execute')`;
  return open.map(({ name }) => name).filter((name) => !(name in ANON_CALLS));
}

async function main(): Promise<void> {
  const scratch = await startScratch();
  const sql = postgres(scratch.ready.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    openScratchDatabase(scratch);
    const claims = await signInAs("superadministrador", scratch.dir);
    await sql`insert into private.session_activity (session_id, seen_at) values (${claims.session_id}, now() + interval '1 day') on conflict (session_id) do update set seen_at = excluded.seen_at`;
    const missing = await unlisted(sql);
    if (missing.length > 0) throw new Error(`not in function-calls.ts: ${missing.join(", ")}`);
    for (const grow of [growTo, growEventsTo, growAdminTo, growViewsTo]) {
      process.stderr.write(`${grow.name}\n`);
      await grow(sql, ROWS);
    }
    await growVouchersTo(sql, claims.sub, ROWS);
    for (const grow of [growFiles, growSearch]) {
      process.stderr.write(`${grow.name}\n`);
      await grow(sql);
    }
    await sql`vacuum analyze`;
    // The proof of identity of the sign-in is older than ten minutes by now.
    await sql`update auth.mfa_amr_claims set updated_at = now() where session_id = ${claims.session_id}`;
    const rows = [
      ...(await measure(sql, "anon", claims, ANON_CALLS)),
      ...(await measure(sql, "authenticated", claims, ACCOUNT_CALLS)),
    ];
    console.log(
      `Processor milliseconds per call (median of ${RUNS}), ${ROWS} rows per table, with the timeouts of a hosted project\n${table(["role", "function", "ms", ""], rows)}`,
    );
  } finally {
    await sql.end();
    await stopScratch(scratch);
  }
}

await main();
