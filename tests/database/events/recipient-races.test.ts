import postgres, { type TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { brazilianDay } from "../../../lib/platform/dates";
import { repetitions } from "../../support/repetitions";
import { ID_OF, sessionOf, type Account } from "../actors";
import { setClaims, sql } from "../as-role";
import { addRegistrationLink, makeKind, register, removeKind, statusOf } from "./registration-support";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(() => many.end());

const TODAY = brazilianDay(Date.now());
const ROUNDS = repetitions(3, 20);
const TREASURERS = ["user", "another_user"] as const;

const as = <T>(account: Account, run: (tx: TransactionSql) => Promise<T>) =>
  many.begin(async (tx) => {
    await setClaims(tx, account);
    await tx`set local role authenticated`;
    return run(tx);
  }) as Promise<T>;

/** A published event of two treasurers with an approved key and a registration that waits for its payment. */
async function withEvent(run: (made: { event: string; id: string; token: string }) => Promise<void>): Promise<void> {
  const kind = await makeKind(sql, { price: 4500 });
  try {
    await sql`update public.events set organizer_id = ${ID_OF.user} where id = ${kind.event}`;
    await sql`
      insert into public.event_members (event_id, account_id, role) values (${kind.event}, ${ID_OF.another_user}, 'treasurer')`;
    await sql`
      insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, status)
      values (${kind.event}, 'pix', 'email', 'primeira@example.org', 'Clube', 'Lages', 'approved')`;
    const { id } = await register(sql, kind.type);
    await run({ event: kind.event, id, token: await addRegistrationLink(sql, "registration", id) });
  } finally {
    await sql`
      delete from public.payments
      where recipient_id in (select id from public.event_recipients where event_id = ${kind.event})`;
    await sql`
      delete from private.outbox where data ->> 'template' = 'event_recipient_changed'
        and data #>> '{data,path}' like ${`%${kind.event}%`}`;
    await sql`delete from auth.sessions where id = any (${TREASURERS.map(sessionOf)})`;
    await removeKind(sql, kind);
  }
}

const open = async (token: string) =>
  (
    await many<{ answer: { id: string; recipient_id: string; recipient: { pix_key: string } } }[]>`
      select public.open_payment('pix', ${token}) as answer`
  )[0]!.answer;

describe("people who act for the money of an event at the same time", () => {
  it(`of many confirmations of a payment one counts, in ${ROUNDS} rounds @stress`, { timeout: 300_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withEvent(async ({ id, token }) => {
        const payment = await open(token);
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            as(TREASURERS[index % 2]!, async (tx) => {
              const [row] = await tx<{ outcome: string }[]>`
                select public.confirm_event_pix(${payment.id}, 4500, ${TODAY}) ->> 'outcome' as outcome`;
              return row!.outcome;
            }),
          ),
        );
        expect(answers.toSorted()).toEqual([...Array.from({ length: 9 }, () => "conflict"), "saved"]);
        const entries =
          await sql`select amount_cents from public.event_payment_entries where payment_id = ${payment.id}`;
        expect([await statusOf(sql, id), entries]).toEqual(["confirmed", [{ amount_cents: 4500 }]]);
      });
  });

  it(
    `a payment never has the key of another recipient while the key changes, in ${ROUNDS} rounds @stress`,
    { timeout: 300_000 },
    async () => {
      for (let round = 0; round < ROUNDS; round++)
        await withEvent(async ({ event, token }) => {
          const change = as("user", async (tx) => {
            await tx`
            select public.set_event_recipient(${event}, 'pix', 'email', 'segunda@example.org', 'Clube', 'Lages')`;
          });
          const opened = await Promise.all(
            Array.from({ length: 8 }, () => open(token).catch((error: Error) => error.message)),
          );
          await change;
          const keys = await Promise.all(
            opened.map(async (one) => {
              if (typeof one === "string") return one;
              const [row] = await sql`select pix_key from public.event_recipients where id = ${one.recipient_id}`;
              return `${one.recipient.pix_key} ${row!.pix_key}`;
            }),
          );
          const possible = ["recipient_checked", "primeira@example.org primeira@example.org"];
          expect(keys.filter((key) => !possible.includes(key))).toEqual([]);
          await expect(open(token)).rejects.toThrow("recipient_checked");
          await sql`update public.event_recipients set status = 'approved' where event_id = ${event}`;
          expect((await open(token)).recipient.pix_key).toBe("segunda@example.org");
          const payments = await sql`
          select distinct recipient_id, pix_txid from public.payments
          where recipient_id in (select id from public.event_recipients where event_id = ${event})`;
          expect(new Set(payments.map(({ pix_txid: txid }) => txid)).size).toBe(payments.length);
        });
    },
  );
});
