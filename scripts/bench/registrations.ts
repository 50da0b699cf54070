import postgres, { type Sql, type TransactionSql } from "postgres";
import { signInAs, type Claims } from "./admin-session";
import { median } from "./budget";
import { signIn } from "./explain";
import { percentile } from "./random-pairs";
import { CAR, fillEvents, QUESTION } from "./registration-rows";
import { openScratchDatabase, startScratch, stopScratch } from "./scratch";
import { table } from "./table";

const ROWS = Number(process.env.BENCH_ROWS ?? 5000);
const ROUNDS = 30;
/** The figure of issue 34 for a page of the list; the list of the gate is the largest answer. */
const BUDGET_MS = 100;
/** Work that does not depend on the schema: it says how fast the machine is in the same run. */
const REFERENCE = "select count(*) from (select md5(n::text) from generate_series(1, 100000) as n) as hashed";

/** The calls of the console and of the gate, each with the filter that the page sends. */
function callsOf(event: string, type: string): Record<string, string> {
  const list = (filter: object, page = 1) =>
    `select public.search_registrations('${event}', '${JSON.stringify(filter)}', ${page}, 50)`;
  const filters = {
    "search by name": { q: "carla" },
    "search by plate": { q: CAR.plate },
    kind: { type },
    status: { status: "pending" },
    "waiting list": { status: "waitlisted" },
    payment: { paid: "open" },
    documents: { documents: "missing" },
    entered: { entered: "yes" },
    "not entered": { entered: "no" },
    attending: { attending: "yes" },
    answer: { question: QUESTION.name, answer: QUESTION.answer },
    duplicates: { mark: "duplicate" },
    "with a note": { mark: "note" },
  };
  return {
    reference: REFERENCE,
    "list: first page": list({}),
    "list: last page": list({}, Math.ceil(ROWS / 50)),
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [`list: ${name}`, list(filter)])),
    "list: totals": `select * from public.registration_totals('${event}')`,
    "list: all ids": `select public.registration_ids('${event}', '{}')`,
    "gate: list of a device": `select public.read_gate('${event}')`,
    "gate: overview": `select public.gate_overview('${event}')`,
  };
}

class Rollback extends Error {}

/** Elapsed milliseconds of every call in every round; a round is one transaction of the account, which is rolled back. */
async function timesOf(sql: Sql, claims: Claims, calls: Record<string, string>): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  const round = async (tx: TransactionSql) => {
    await signIn(tx, claims);
    for (const [name, call] of Object.entries(calls)) {
      const start = performance.now();
      await tx.unsafe(call);
      times.get(name)!.push(performance.now() - start);
    }
    throw new Rollback();
  };
  for (let turn = 0; turn <= ROUNDS; turn++) {
    await sql.begin(round).catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
    // The first round fills the caches.
    if (turn === 0) for (const measured of times.values()) measured.length = 0;
  }
  return times;
}

async function main(): Promise<void> {
  const scratch = await startScratch();
  const sql = postgres(scratch.ready.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    openScratchDatabase(scratch);
    const claims = await signInAs("user", scratch.dir);
    await sql`insert into private.session_activity (session_id, seen_at) values (${claims.session_id}, now() + interval '1 day') on conflict (session_id) do update set seen_at = excluded.seen_at`;
    const event = await fillEvents(sql, claims.sub, ROWS);
    const [type] = await sql<{ id: string }[]>`
      select id from public.event_registration_types where event_id = ${event} and kind = 'expositor'`;
    const times = await timesOf(sql, claims, callsOf(event, type!.id));
    const rows = [...times].map(([name, measured]) => {
      const isLate = name !== "reference" && median(measured) > BUDGET_MS;
      if (isLate) process.exitCode = 1;
      return [
        name,
        median(measured).toFixed(1),
        percentile(measured, 0.95).toFixed(1),
        isLate ? `✗ over ${BUDGET_MS} ms` : "",
      ];
    });
    console.log(
      `Elapsed milliseconds per call as an organiser under the row policies (${ROUNDS} rounds), an event with ${ROWS} registrations\n${table(["call", "median", "p95", ""], rows)}`,
    );
  } finally {
    await sql.end();
    await stopScratch(scratch);
  }
}

await main();
