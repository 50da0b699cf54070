import { parseArgs } from "node:util";
import postgres, { type Sql } from "postgres";
import { measure, type Caller, type Reads } from "./explain";
import { growTo } from "./generated-rows";
import { logOf, startScratch, stopScratch, openScratchDatabase, type Scratch } from "./scratch";
import { table } from "./table";

/** Below this many milliseconds, a doubled time is measurement noise and not an effect of the table size. */
const NOISE_MS = 3;
const MAX_GROWTH = 2;
/** Budget in milliseconds for a list of the panel in the database. */
const LIST_MS = 100;

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "1000,10000,100000" }, admin: { type: "boolean", default: false } },
});
const SIZES = values.sizes.split(",").map(Number);

type Subject = {
  title: string;
  runs: number;
  isCpu: boolean;
  caller: Caller;
  grow: (sql: Sql, rows: number) => Promise<void>;
  /** Created again at every size, because the number of the last page depends on the row count. */
  reads: () => Promise<Reads>;
  /** Returns the mark for a row of times; "" when they are within the budget. */
  judge: (times: readonly number[]) => string;
};

async function publicSubject(): Promise<Subject> {
  const { PUBLIC_READS } = await import("./public-reads");
  const summarize = ([first = 0, ...rest]: readonly number[]) => {
    const last = rest.at(-1) ?? first;
    return last <= Math.max(first * MAX_GROWTH, NOISE_MS) ? "" : `✗ grows ${(last / first).toFixed(1)} times`;
  };
  return {
    title: "page",
    runs: 7,
    isCpu: false,
    caller: { role: "anon" },
    grow: growTo,
    reads: () => Promise.resolve(PUBLIC_READS),
    judge: summarize,
  };
}

async function adminSubject(scratch: Scratch, sql: Sql): Promise<Subject> {
  const { signInAs } = await import("./admin-session");
  const { growAdminTo } = await import("./admin-rows");
  const claims = await signInAs("superadministrador", scratch.dir);
  // Keeps the session active: measuring the largest size takes longer than the idle limit of staff sessions.
  await sql`insert into private.session_activity (session_id, seen_at) values (${claims.session_id}, now() + interval '1 day') on conflict (session_id) do update set seen_at = excluded.seen_at`;
  const { adminReads } = await import("./admin-reads");
  const grow = async (sql: Sql, rows: number) => {
    await growTo(sql, rows);
    await growAdminTo(sql, rows);
  };
  const summarize = (times: readonly number[]) => (Math.max(...times) <= LIST_MS ? "" : `✗ over ${LIST_MS} ms`);
  return {
    title: "list",
    runs: 3,
    isCpu: true,
    caller: { role: "authenticated", claims },
    grow,
    reads: () => adminReads(claims.sub),
    judge: summarize,
  };
}

async function main(scratch: Scratch): Promise<void> {
  const sql = postgres(scratch.ready.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`alter system set log_statement = 'all'`;
    await sql`select pg_reload_conf()`;
    openScratchDatabase(scratch);
    const {
      title,
      runs,
      isCpu,
      caller,
      grow,
      reads,
      judge: summarize,
    } = await (values.admin ? adminSubject(scratch, sql) : publicSubject());
    const bySize: Map<string, number>[] = [];
    for (const size of SIZES) {
      process.stderr.write(`${size} linhas por tabela\n`);
      await grow(sql, size);
      bySize.push(await measure({ sql, log: logOf(scratch), caller, runs, isCpu }, await reads()));
    }
    const rows = [...bySize[0]!.keys()].map((name) => {
      const times = bySize.map((found) => found.get(name) ?? Number.NaN);
      const mark = summarize(times);
      if (mark) process.exitCode = 1;
      return [name, ...times.map((time) => time.toFixed(2)), mark];
    });
    console.log(
      `${isCpu ? "Processor milliseconds" : "Milliseconds"} in the database per ${title} (explain analyze, median of ${runs}), rows per table:\n${table([title, ...SIZES.map(String), ""], rows)}`,
    );
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
