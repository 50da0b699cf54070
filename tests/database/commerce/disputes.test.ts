import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ART } from "./ad-rows";
import { asOwner, becomeRole } from "../as-role";
import { factsOf, makeSale, openCard, stateOf, type Card, type Sale } from "./money";
import { refused } from "../outcomes";

/** Sends an event to the database, with a time in seconds after the start of the test. */
async function event(tx: TransactionSql, type: string, second: number, facts: object): Promise<string> {
  const [row] = await tx<{ result: string }[]>`
    select public.record_stripe_event(${`evt_${randomUUID()}`}, ${type}, now() + make_interval(secs => ${second}), ${tx.json(facts as never)}) as result`;
  return row!.result;
}
const dispute = (card: Card, status: string, cents = 45_000, id = "dp_1") => ({
  object_id: id,
  payment_intent: card.intent,
  status,
  cents,
  due_by: 1_900_000_000,
});
const refund = (card: Card, status: string, cents: number, id = "re_1") => ({
  object_id: id,
  payment_intent: card.intent,
  status,
  cents,
});

/** A paid sale with a running banner. */
async function running(tx: TransactionSql): Promise<{ sale: Sale; card: Card }> {
  const sale = await makeSale(tx);
  const card = await openCard(tx, sale);
  await event(tx, "checkout.session.completed", 0, factsOf("checkout.session.completed", card, sale.cents));
  await tx`update public.ads set ${tx({ ...ART, status: "approved" })} where sale_id = ${sale.id}`;
  return { sale, card };
}
const outcome = async (tx: TransactionSql, sale: Sale) => {
  const [row] = await tx`select status, reason from public.ads where sale_id = ${sale.id}`;
  const [commission] = await tx`select held_cents from public.commissions where sale_id = ${sale.id}`;
  const [payment] =
    await tx`select status, disputed_cents as disputed, refunded_cents as refunded, refund_failed_cents as failed, needs_refund from public.payments where subject_id = ${sale.id}`;
  const [state] = await tx`select cancel_reason from public.sales where id = ${sale.id}`;
  return {
    ad: row?.status as string,
    reason: row?.reason as string,
    held: commission?.held_cents as number,
    cancel: state?.cancel_reason as string,
    ...payment,
  };
};
const notices = async (tx: TransactionSql) =>
  (await tx<{ title: string }[]>`select distinct title from public.notifications order by title`).map(
    ({ title }) => title,
  );

describe("a dispute", () => {
  it("stops the banner, holds a proportional part of the commission and notifies the financial team and the seller", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await running(tx);
      expect(await event(tx, "charge.dispute.created", 1, dispute(card, "needs_response", 15_000))).toBe("disputed");
      expect(await outcome(tx, sale)).toMatchObject({
        ad: "paused",
        reason: "payment_disputed",
        held: 1500,
        status: "paid",
        disputed: 15_000,
        cancel: null,
      });
      const [told] =
        await tx`select bool_or(sellers.id = ${sale.seller}) as seller, bool_or(profiles.role = 'main_admin') as manager, bool_or(profiles.role = 'editor') as editor
        from public.notifications join public.profiles on profiles.id = user_id left join public.sellers on sellers.user_id = profiles.id where title = 'Pagamento contestado'`;
      expect(told).toMatchObject({ seller: true, manager: true, editor: false });
      await becomeRole(tx, "editor");
      const [answer] =
        await tx`select public.decide_ad((select id from public.ads where sale_id = ${sale.id}), 'resume') as result`;
      expect(answer?.result).toEqual(refused("payment_disputed"));
    });
  });

  it("that is won restarts the banner and releases the commission, in any order of events", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await running(tx);
      await event(tx, "charge.dispute.created", 1, dispute(card, "needs_response"));
      expect(await event(tx, "charge.dispute.closed", 9, dispute(card, "won"))).toBe("dispute_won");
      await event(tx, "charge.dispute.updated", 5, dispute(card, "under_review"));
      expect(await outcome(tx, sale)).toMatchObject({ ad: "approved", held: 0, disputed: 0 });
      expect(await notices(tx)).toContain("Contestação encerrada a favor do portal");
    });
  });

  it("that is won extends the banner by the days of the pause, rounded up", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await running(tx);
      const end = async () =>
        (
          await tx<{ ends: Date }[]>`select ends_at as ends from public.ads where sale_id = ${sale.id}`
        )[0]!.ends.getTime();
      const before = await end();
      await event(tx, "charge.dispute.created", 1, dispute(card, "needs_response"));
      await tx`update public.ads set disputed_since = now() - interval '3 days 2 hours' where sale_id = ${sale.id}`;
      await event(tx, "charge.dispute.updated", 2, dispute(card, "under_review"));
      expect(await end()).toBe(before);
      await event(tx, "charge.dispute.closed", 9, dispute(card, "won"));
      expect((await end()) - before).toBe(4 * 86_400_000);
      await event(tx, "charge.dispute.closed", 9, dispute(card, "won"));
      expect((await end()) - before).toBe(4 * 86_400_000);
    });
  });

  it("that is lost ends the sale and requests no refund", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await running(tx);
      await event(tx, "charge.dispute.closed", 9, dispute(card, "lost"));
      await event(tx, "charge.dispute.created", 1, dispute(card, "needs_response"));
      expect(await outcome(tx, sale)).toMatchObject({
        ad: "stopped",
        cancel: "dispute_lost",
        disputed: 45_000,
        needs_refund: false,
      });
      expect(await stateOf(tx, sale)).toMatchObject({ commission: "reversed" });
    });
  });
});

describe("a refund", () => {
  it("of a part holds that part of the commission and sends a notification", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await running(tx);
      await event(tx, "charge.refunded", 1, factsOf("charge.refunded", card, sale.cents, 9000));
      expect(await outcome(tx, sale)).toMatchObject({ ad: "approved", held: 900, refunded: 9000 });
      expect(await notices(tx)).toContain("Parte do pagamento devolvida");
    });
  });

  it.each(["refund.failed", "refund.updated"])(
    "that fails (%s) is due again, in both orders of arrival",
    async (type) => {
      for (const isLate of [false, true]) {
        await asOwner(async (tx) => {
          const { sale, card } = await running(tx);
          const accepted = () => event(tx, "charge.refunded", 1, factsOf("charge.refunded", card, sale.cents, 9000));
          const failed = () => event(tx, type, 5, refund(card, "failed", 9000));
          await (isLate ? failed() : accepted());
          await (isLate ? accepted() : failed());
          expect(await outcome(tx, sale)).toMatchObject({ status: "paid", refunded: 0, failed: 9000, held: 0 });
          expect(await notices(tx)).toContain("Devolução falhou");
          // A second refund succeeds.
          await event(tx, "charge.refunded", 20, factsOf("charge.refunded", card, sale.cents, 9000));
          expect(await outcome(tx, sale)).toMatchObject({ refunded: 9000, failed: 0, held: 900 });
        });
      }
    },
  );

  it("of the whole amount that fails leaves the sale cancelled and the amount to be refunded", async () => {
    await asOwner(async (tx) => {
      const { sale, card } = await running(tx);
      await event(tx, "charge.refunded", 1, factsOf("charge.refunded", card, sale.cents));
      await event(tx, "refund.failed", 5, refund(card, "failed", 45_000));
      expect(await outcome(tx, sale)).toMatchObject({
        status: "paid",
        ad: "stopped",
        cancel: "refunded",
        refunded: 0,
        failed: 45_000,
        needs_refund: true,
      });
      await becomeRole(tx, "main_admin");
      const [asked] =
        await tx`select public.request_refund((select id from public.payments where subject_id = ${sale.id}), 'de novo') as result`;
      expect(asked?.result).toMatchObject({ cents: 45_000 });
    });
  });
});

it("an unhandled event about a known payment is stored, one about an unknown payment is not", async () => {
  await asOwner(async (tx) => {
    const { card } = await running(tx);
    const about = { object_id: "x", payment_intent: card.intent };
    expect(await event(tx, "review.opened", 1, about)).toBe("unhandled");
    expect(await event(tx, "charge.succeeded", 1, about)).toBe("informative");
    expect(await event(tx, "review.opened", 1, { object_id: "x", payment_intent: "pi_other" })).toBe("ignored");
    expect(
      await event(tx, "charge.dispute.created", 1, {
        object_id: "dp_9",
        payment_intent: "pi_other",
        status: "needs_response",
      }),
    ).toBe("unknown");
    const rows =
      await tx`select outcome from public.payment_webhook_events where type <> 'checkout.session.completed' order by outcome`;
    expect(rows.map(({ outcome: result }) => result as string)).toEqual(["informative", "unhandled", "unknown"]);
  });
});
