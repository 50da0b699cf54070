import { parseArgs } from "node:util";
import postgres, { type Sql } from "postgres";
import type { Role } from "../../lib/platform/auth/permissions";
import { serviceUrl } from "../../supabase/local/owner-role";
import type { Claims } from "./admin-session";
import { growEventsTo } from "./event-rows";
import { measure, type Caller, type Reads } from "./explain";
import { growTo } from "./generated-rows";
import { logOf, startScratch, stopScratch, openScratchDatabase, type Scratch } from "./scratch";
import { table } from "./table";

/** Below this many milliseconds, a doubled time is measurement noise and not an effect of the table size. */
const NOISE_MS = 3;
const MAX_GROWTH = 2;
/** Budget in milliseconds for a list of the panel in the database. */
const LIST_MS = 100;
/** A third of the statement timeout of visitors on a hosted project. */
const IN_TIME_MS = 1000;

const { values } = parseArgs({
  options: {
    sizes: { type: "string" },
    admin: { type: "boolean", default: false },
    events: { type: "boolean", default: false },
    garage: { type: "boolean", default: false },
    vouchers: { type: "boolean", default: false },
  },
});
const SIZES = (values.sizes ?? (values.garage ? "1000,20000" : "1000,10000,100000")).split(",").map(Number);

/** Returns the mark for a row of times; "" when they are within the budget. */
type Judge = (times: readonly number[]) => string;
type Group = { caller: Caller; reads: Reads; judge: Judge };

type Subject = {
  title: string;
  runs: number;
  isCpu: boolean;
  grow: (sql: Sql, rows: number) => Promise<void>;
  /** Created again at every size, because the number of the last page depends on the row count. */
  groups: () => Promise<Group[]>;
};

const isFlat: Judge = ([first = 0, ...rest]) => {
  const last = rest.at(-1) ?? first;
  return last <= Math.max(first * MAX_GROWTH, NOISE_MS) ? "" : `✗ grows ${(last / first).toFixed(1)} times`;
};
const isFast: Judge = (times) => (Math.max(...times) <= LIST_MS ? "" : `✗ over ${LIST_MS} ms`);

const isInTime: Judge = (times) => (Math.max(...times) <= IN_TIME_MS ? "" : `✗ over ${IN_TIME_MS} ms`);

/** Signs in as an account of a role; the session stays active although the largest size takes longer than its idle limit. */
async function signIn(role: Role, scratch: Scratch, sql: Sql): Promise<Claims> {
  const { signInAs } = await import("./admin-session");
  const claims = await signInAs(role, scratch.dir);
  await sql`insert into private.session_activity (session_id, seen_at) values (${claims.session_id}, now() + interval '1 day') on conflict (session_id) do update set seen_at = excluded.seen_at`;
  return claims;
}

async function publicSubject(): Promise<Subject> {
  const { GROWING_PUBLIC_READS, PUBLIC_READS } = await import("./public-reads");
  return {
    title: "page",
    runs: 7,
    isCpu: false,
    grow: async (sql, rows) => {
      await growTo(sql, rows);
      await growEventsTo(sql, rows);
    },
    groups: () =>
      Promise.resolve([
        { caller: { role: "anon" }, reads: PUBLIC_READS, judge: isFlat },
        { caller: { role: "anon" }, reads: GROWING_PUBLIC_READS, judge: isInTime },
      ]),
  };
}

async function eventSubject(scratch: Scratch, sql: Sql): Promise<Subject> {
  const claims = await signIn("superadministrador", scratch, sql);
  const { EVENT_SERVER_READS, eventReads, growingReads } = await import("./event-reads");
  const caller: Caller = { role: "authenticated", claims };
  return {
    title: "query",
    runs: 7,
    isCpu: true,
    grow: growEventsTo,
    groups: async () => [
      { caller, reads: await eventReads(claims.sub), judge: isFlat },
      { caller, reads: await growingReads(), judge: isFast },
      { caller: { role: "service_role" }, reads: EVENT_SERVER_READS, judge: isFlat },
    ],
  };
}

async function adminSubject(scratch: Scratch, sql: Sql): Promise<Subject> {
  const claims = await signIn("superadministrador", scratch, sql);
  const { growAdminTo } = await import("./admin-rows");
  const { adminReads } = await import("./admin-reads");
  return {
    title: "list",
    runs: 3,
    isCpu: true,
    grow: async (sql, rows) => {
      await growTo(sql, rows);
      await growEventsTo(sql, rows);
      await growAdminTo(sql, rows);
    },
    groups: async () => [
      { caller: { role: "authenticated", claims }, reads: await adminReads(claims.sub), judge: isFast },
    ],
  };
}

async function garageSubject(scratch: Scratch, sql: Sql): Promise<Subject> {
  const claims = await signIn("user", scratch, sql);
  const { growGarageTo } = await import("./garage-rows");
  const { garageReads } = await import("./garage-reads");
  return {
    title: "page of the travel log",
    runs: 5,
    isCpu: true,
    grow: (database, rows) => growGarageTo(database, claims.sub, rows),
    groups: async () => [
      { caller: { role: "authenticated", claims }, reads: await garageReads(claims.sub), judge: isFast },
    ],
  };
}

async function voucherSubject(scratch: Scratch, sql: Sql): Promise<Subject> {
  const claims = await signIn("user", scratch, sql);
  const { growVouchersTo } = await import("./voucher-rows");
  const { VOUCHER_LIST, voucherReads } = await import("./voucher-reads");
  return {
    title: "page of vouchers",
    runs: 5,
    isCpu: true,
    grow: (database, rows) => growVouchersTo(database, claims.sub, rows),
    groups: async () => [
      { caller: { role: "anon" }, reads: VOUCHER_LIST, judge: isFast },
      { caller: { role: "authenticated", claims }, reads: await voucherReads(), judge: isFast },
    ],
  };
}

function subjectOf(scratch: Scratch, sql: Sql): Promise<Subject> {
  if (values.admin) return adminSubject(scratch, sql);
  if (values.garage) return garageSubject(scratch, sql);
  if (values.vouchers) return voucherSubject(scratch, sql);
  return values.events ? eventSubject(scratch, sql) : publicSubject();
}

/** Writes every statement to the log of the server; the owner of the tables may not switch that on. */
async function logStatements(url: string): Promise<void> {
  const admin = postgres(await serviceUrl(url), { max: 1, onnotice: () => {} });
  await admin`alter system set log_statement = 'all'`;
  await admin`select pg_reload_conf()`;
  await admin.end();
}

async function main(scratch: Scratch): Promise<void> {
  const sql = postgres(scratch.ready.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await logStatements(scratch.ready.databaseUrl);
    openScratchDatabase(scratch);
    const { title, runs, isCpu, grow, groups } = await subjectOf(scratch, sql);
    const found = new Map<string, { times: number[]; judge: Judge }>();
    for (const size of SIZES) {
      process.stderr.write(`${size} linhas por tabela\n`);
      await grow(sql, size);
      for (const { caller, reads, judge } of await groups())
        for (const [name, time] of await measure({ sql, log: logOf(scratch), caller, runs, isCpu }, reads)) {
          if (!found.has(name)) found.set(name, { times: [], judge });
          found.get(name)!.times.push(time);
        }
    }
    const rows = [...found].map(([name, { times, judge }]) => {
      const mark = judge(times);
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
