import { randomUUID } from "node:crypto";
import postgres, { type TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { sessionOf, type Account } from "../actors";
import { setClaims, sql } from "../as-role";
import { keyOf } from "../outcomes";
import { removeKind, type Kind } from "../events/registration-support";
import { addCollectedEvent, addPaid, recordPayout, TODAY } from "./payout-rows";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(() => many.end());

const ROUNDS = repetitions(3, 20);
const MANAGERS = ["main_admin", "superadministrador"] as const;

const as = (account: Account, run: (tx: TransactionSql) => Promise<string>) =>
  many.begin(async (tx) => {
    await setClaims(tx, account);
    await tx`set local role authenticated`;
    return run(tx);
  }) as Promise<string>;

/** A committed event with 100.00 that the portal collected. */
async function withEvent(run: (kind: Kind) => Promise<void>): Promise<void> {
  const kind = await addCollectedEvent(sql, { inDays: 30 });
  const payments = [await addPaid(sql, kind), await addPaid(sql, kind)];
  try {
    await run(kind);
  } finally {
    await sql`delete from public.payments where id = any (${payments})`;
    await sql`
      delete from private.outbox where data ->> 'template' in ('event_payout_recorded', 'event_fee_invoice')
        and data #>> '{data,path}' like ${`%${kind.event}%`}`;
    await sql`delete from auth.sessions where id = any (${MANAGERS.map(sessionOf)})`;
    await removeKind(sql, kind);
  }
}

describe("financial managers who act at the same time", () => {
  it(`never pay out more than is left, in ${ROUNDS} rounds @stress`, { timeout: 300_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withEvent(async ({ event }) => {
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            as(MANAGERS[index % 2]!, (tx) => keyOf(recordPayout(tx, event, { cents: 3000 }))),
          ),
        );
        expect(answers.toSorted()).toEqual([
          ...Array.from({ length: 3 }, () => "saved"),
          ...Array.from({ length: 7 }, () => "too_much"),
        ]);
        const [paid] = await sql`
          select sum(amount_cents)::integer as cents from public.event_payouts where event_id = ${event}`;
        expect(paid).toEqual({ cents: 9000 });
      });
  });

  it(`record a repeated form once, in ${ROUNDS} rounds @stress`, { timeout: 300_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withEvent(async ({ event }) => {
        const request = randomUUID();
        const answers = await Promise.all(
          Array.from({ length: 8 }, () =>
            as("main_admin", (tx) => keyOf(recordPayout(tx, event, { cents: 4000, request }))),
          ),
        );
        expect(new Set(answers)).toEqual(new Set(["saved"]));
        expect(await sql`select amount_cents from public.event_payouts where event_id = ${event}`).toEqual([
          { amount_cents: 4000 },
        ]);
      });
  });

  it(`create one invoice of an event, in ${ROUNDS} rounds @stress`, { timeout: 300_000 }, async () => {
    const [before] = await sql`select value from public.payment_settings where key = 'event_fee'`;
    await sql`
      insert into public.payment_settings (key, value, is_public)
      values ('event_fee', '{"percent_bp": 500, "fixed_cents": 0}', true)
      on conflict (key) do update set value = excluded.value`;
    try {
      for (let round = 0; round < ROUNDS; round++)
        await withEvent(async ({ event }) => {
          await sql`
            update public.events set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'
            where id = ${event}`;
          const answers = await Promise.all(
            Array.from({ length: 6 }, () =>
              as("main_admin", (tx) => keyOf(tx`select public.create_fee_invoice(${event}, ${TODAY}) as answer`)),
            ),
          );
          expect(answers.toSorted()).toEqual([...Array.from({ length: 5 }, () => "exists"), "saved"]);
        });
    } finally {
      if (before) await sql`update public.payment_settings set value = ${before.value} where key = 'event_fee'`;
      else await sql`delete from public.payment_settings where key = 'event_fee'`;
    }
  });
});
