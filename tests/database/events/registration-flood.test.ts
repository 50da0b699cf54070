import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { sql } from "../as-role";
import { confirm, makeKind, removeKind, submit, takenOf } from "./registration-support";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 50, onnotice: () => {} });
afterAll(() => many.end());

const CALLERS = repetitions(10, 200);
const FORMS = repetitions(20, 50);
const PLACES = repetitions(25, 500);
/** Forms of each caller whose owner presses the button; the others name addresses that are not theirs. */
const OWN = 5;
/** Bytes of a stored form with its history, mail and entries in indexes. */
const FORM_BYTES = 6000;
const MARK = randomUUID().slice(0, 8);
const STRANGERS = CALLERS;
const TABLES = ["event_registrations", "registration_events", "registration_links", "registration_vehicles"];

const size = async () => {
  const [row] = await sql<{ bytes: number }[]>`
      select sum(pg_total_relation_size(name::regclass))::float8 as bytes
      from unnest(${[...TABLES.map((name) => `public.${name}`), "private.outbox", "public.audit_log"]}::text[]) as name`;
  return row!.bytes;
};

const REFUSALS = ["too_many_mails", "no_places"];
const refused = (error: Error): string => error.message;

/** One caller: some forms of its own, which it confirms, and forms with addresses of strangers; answers what was stored. */
async function flood(type: string, caller: number): Promise<{ stored: number; refusals: string[] }> {
  const refusals: string[] = [];
  let stored = 0;
  for (let form = 0; form < FORMS; form++) {
    const isOwn = form < OWN;
    const owner = isOwn ? `own-${caller}-${form}` : `stranger-${(caller * 7 + form) % STRANGERS}`;
    const more = { email: `${owner}-${MARK}@example.org`, full_name: `Ana ${caller} ${form}` };
    const filed = await submit(many, type, more).catch(refused);
    const confirmed = isOwn && typeof filed !== "string" ? await confirm(many, filed.id).catch(refused) : null;
    if (typeof filed === "string") refusals.push(filed);
    else stored += 1;
    if (confirmed && confirmed !== "confirmed") refusals.push(confirmed);
  }
  return { stored, refusals };
}

it(
  `${CALLERS * FORMS} forms of ${CALLERS} callers hold ${PLACES} places, send three mails an hour and leave no rows @stress`,
  { timeout: 1_800_000 },
  async () => {
    const kind = await makeKind(sql, { waiting: false });
    await sql`update public.events set capacity = ${PLACES} where id = ${kind.event}`;
    const before = await size();
    const answers = await Promise.all(Array.from({ length: CALLERS }, (_, caller) => flood(kind.type, caller)));
    const forms = answers.reduce((sum, { stored }) => sum + stored, 0);
    expect(answers.flatMap(({ refusals }) => refusals).filter((one) => !REFUSALS.includes(one))).toEqual([]);
    const [held] = await sql`
      select count(*) filter (where status = 'confirmed')::integer as confirmed,
        count(*) filter (where status <> 'unconfirmed' and status <> 'confirmed')::integer as other
      from public.event_registrations where event_id = ${kind.event}`;
    expect([held, await takenOf(sql, kind.type)]).toEqual([{ confirmed: PLACES, other: 0 }, PLACES]);
    const [mails] = await sql`
      select max(count)::integer as most from (
        select count(*) from private.outbox where data ->> 'to' like ${`%-${MARK}@example.org`} group by data ->> 'to'
      ) as mails`;
    expect(mails!.most).toBeLessThanOrEqual(3);
    expect(forms).toBeLessThanOrEqual(3 * STRANGERS + OWN * CALLERS);
    expect((await size()) - before).toBeLessThanOrEqual(forms * FORM_BYTES + 1_000_000);

    await sql`
      update public.event_registrations set held_until = now() - interval '1 hour' where event_id = ${kind.event} and status = 'unconfirmed'`;
    for (let run = 0; run < 3; run++) await sql`select private.expire_registration_holds()`;
    const [left] = await sql`
      select count(*)::integer as rows, count(*) filter (where status <> 'confirmed')::integer as unconfirmed
      from public.event_registrations where event_id = ${kind.event}`;
    expect(left).toEqual({ rows: PLACES, unconfirmed: 0 });
    await removeKind(sql, kind);
  },
);
