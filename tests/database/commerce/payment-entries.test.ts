import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asOwner } from "../as-role";
import { factsOf, makeSale, openCard, send, type Card, type Sale } from "./money";

async function paid(tx: TransactionSql): Promise<{ sale: Sale; card: Card }> {
  const sale = await makeSale(tx);
  const card = await openCard(tx, sale);
  await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
  return { sale, card };
}
const entriesOf = async (tx: TransactionSql, card: Card) =>
  (
    await tx<
      { kind: string; amount_cents: number }[]
    >`select kind, amount_cents from public.payment_entries where payment_id = ${card.id} order by id`
  ).map(({ kind, amount_cents: cents }) => `${kind} ${cents}`);

describeAccess("payment_entries", paid, [
  ["select", MAIN_ADMINS_UP, "select 1 from public.payment_entries"],
  [
    "insert",
    NOBODY,
    "insert into public.payment_entries (payment_id, kind, method, subject_type, amount_cents) select id, 'payment', 'card', 'sale', 1 from public.payments",
    paid,
  ],
  ["update", NOBODY, "update public.payment_entries set amount_cents = 1"],
  ["delete", NOBODY, "delete from public.payment_entries"],
]);

describe("the entries of a payment", () => {
  it("are added by payment, refund, failed refund and dispute, once each", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await paid(tx);
      const about = { object_id: "x", payment_intent: card.intent };
      const event = (type: string, second: number, facts: object) =>
        tx`select public.record_stripe_event(${`evt_${randomUUID()}`}, ${type}, now() + make_interval(secs => ${second}), ${tx.json(facts as never)})`;
      await event("charge.refunded", 1, factsOf("charge.refunded", card, sale.cents, 9000));
      await event("refund.failed", 2, { ...about, cents: 9000, status: "failed" });
      await event("charge.dispute.created", 3, { ...about, cents: 45_000, status: "needs_response" });
      await event("charge.dispute.closed", 4, { ...about, cents: 45_000, status: "won" });
      await send(
        tx,
        "checkout.session.async_payment_succeeded",
        factsOf("checkout.session.async_payment_succeeded", card, sale.cents),
      );
      expect(await entriesOf(tx, card)).toEqual([
        "payment 45000",
        "refund -9000",
        "refund_failed 9000",
        "dispute -45000",
        "dispute_won 45000",
      ]);
    });
  });

  it("of a closed month are never changed: a later refund is booked on its own date", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await paid(tx);
      await tx`alter table public.payment_entries disable trigger payment_entries_stay`;
      await tx`update public.payment_entries set booked_at = now() - interval '2 months' where payment_id = ${card.id}`;
      await tx`alter table public.payment_entries enable trigger payment_entries_stay`;
      await send(tx, "charge.refunded", factsOf("charge.refunded", card, sale.cents));
      const months =
        await tx`select booked_at < now() - interval '1 month' as closed, sum(amount_cents)::int as cents from public.payment_entries where payment_id = ${card.id} group by 1 order by 1`;
      expect([...months]).toEqual([
        { closed: false, cents: -45_000 },
        { closed: true, cents: 45_000 },
      ]);
      await expect(
        tx.savepoint(
          (inner) => inner`update public.payment_entries set amount_cents = 1 where payment_id = ${card.id}`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
    });
  });
});
