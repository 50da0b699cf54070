import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole, callAs, sql } from "../as-role";
import { ART, paySale } from "./ad-rows";
import { factsOf, makeSale, openCard, openPix, send, stateOf, type Sale } from "./money";

const shift = (tx: TransactionSql, sale: Sale, days: number) =>
  tx`update public.sales set start_date = private.brazilian_today() + ${days}::int, end_date = private.brazilian_today() + ${days}::int + 30 where id = ${sale.id}`;
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    ({ message }: Error) => message,
  );

describe("the period of a sale", () => {
  it("has four terms again, and the rule for a late start as a note", async () => {
    const rows = await sql<
      { version: string; clauses: string[]; note: string | null }[]
    >`select version, clauses, note from public.sale_terms where version in ('2026-01', '2026-11-2') order by version`;
    expect(rows.map(({ clauses }) => clauses.length)).toEqual([4, 4]);
    expect(rows[1]!.clauses).toEqual(rows[0]!.clauses);
    expect(rows[1]!.note).toMatch(/^Se o pagamento e a arte forem aprovados depois da data de início/);
  });

  it("can be paid on its last day but not on the day after", async () => {
    const outcomes = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      await shift(tx, sale, -30);
      const last = await refusal(tx.savepoint((inner) => openPix(inner, sale)));
      await shift(tx, sale, -31);
      return [
        last,
        await refusal(tx.savepoint((inner) => openPix(inner, sale))),
        await refusal(tx.savepoint((inner) => openCard(inner, sale))),
      ];
    });
    expect(outcomes).toEqual([null, "period_over", "period_over"]);
  });

  it("expires its Pix and card pages at its end", async () => {
    const rows = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      await shift(tx, sale, -30);
      const [pix, card] = [
        await openPix(tx, sale),
        (await tx<{ id: string }[]>`select (public.open_payment('card', ${sale.token})) ->> 'id' as id`)[0]!.id,
      ];
      return tx`select id in (${pix}) as is_pix, expires_at = private.day_start(private.brazilian_today() + 1) as at_midnight, expires_at <= greatest(now() + interval '61 minutes', private.day_start(private.brazilian_today() + 1)) as soon from public.payments where id in (${pix}, ${card}) order by 1`;
    });
    expect([...rows]).toEqual([
      expect.objectContaining({ is_pix: false, soon: true }),
      { is_pix: true, at_midnight: true, soon: true },
    ]);
  });

  it("payments after its end must be refunded and do not mark the sale as paid", async () => {
    const state = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await shift(tx, sale, -32);
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      return stateOf(tx, sale);
    });
    expect(state).toMatchObject({
      payment_status: "pending",
      cancelled: false,
      commission: null,
      payments: ["paid 0 true"],
    });
  });

  it("a card payment completed in time is valid, whenever the bank confirms it", async () => {
    const state = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await send(tx, "checkout.session.completed", {
        ...factsOf("checkout.session.completed", card, sale.cents),
        payment_status: "unpaid",
      });
      await shift(tx, sale, -31);
      await tx`update public.payments set completed_at = now() - interval '2 days' where id = ${card.id}`;
      await send(
        tx,
        "checkout.session.async_payment_succeeded",
        factsOf("checkout.session.async_payment_succeeded", card, sale.cents),
      );
      return stateOf(tx, sale);
    });
    expect(state).toMatchObject({ payment_status: "paid", payments: ["paid 0 false"] });
  });

  it("a Pix with a receipt in time is confirmed later; one without a receipt must be refunded", async () => {
    const states = await asOwner(async (tx) => {
      const found = [];
      for (const sent of [true, false]) {
        const sale = await makeSale(tx);
        const pix = await openPix(tx, sale);
        // Money counts as in time for an hour after the end, so the period of this sale ended a day earlier.
        await shift(tx, sale, -32);
        if (sent)
          await tx`update public.payments set status = 'review', receipt_sent_at = now() - interval '3 days' where id = ${pix}`;
        await callAs(tx, "main_admin", () => tx`select public.decide_pix(${pix}, 'approve')`);
        found.push(await stateOf(tx, sale));
      }
      return found;
    });
    expect(states.map((state) => [state.payment_status as string, state.payments as string[]])).toEqual([
      ["paid", ["paid 0 false"]],
      ["pending", ["paid 0 true"]],
    ]);
  });
});

describe("the running time of a sold banner", () => {
  const DAYS = (tx: TransactionSql, sale: Sale) => tx<{ from: number; days: number }[]>`
    select (starts_at at time zone 'America/Sao_Paulo')::date - private.brazilian_today() as from,
      (ends_at at time zone 'America/Sao_Paulo')::date - (starts_at at time zone 'America/Sao_Paulo')::date as days, status
    from public.ads where sale_id = ${sale.id}`;
  const soldAd = async (tx: TransactionSql, startsIn: number) => {
    const sale = await makeSale(tx);
    await shift(tx, sale, startsIn);
    await tx`update public.ads set starts_at = private.day_start(private.brazilian_today() + ${startsIn}::int), ends_at = private.day_start(private.brazilian_today() + ${startsIn}::int + 30) where sale_id = ${sale.id}`;
    await paySale(tx, sale.id);
    const [ad] = await tx<{ id: string }[]>`update public.ads set ${tx(ART)} where sale_id = ${sale.id} returning id`;
    const decide = async (...decisions: string[]) => {
      await becomeRole(tx, "editor");
      for (const decision of decisions) await tx`select public.decide_ad(${ad!.id}, ${decision}, 'motivo')`;
      await tx`reset role`;
    };
    return { sale, decide };
  };

  it("is 30 days for a plan of 30 days and ends when the end date begins", async () => {
    const rows = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      return DAYS(tx, sale);
    });
    expect(rows[0]).toMatchObject({ days: 30 });
  });

  it.each([
    ["before its start keeps the contract's days", 5, ["approve"], { from: 5, days: 30 }],
    ["late starts on the day of the approval, for as many days", -12, ["approve"], { from: 0, days: 30 }],
    ["after the end of the period, if paid in time", -40, ["approve"], { from: 0, days: 30 }],
    ["twice is counted from the first approval", -12, ["approve", "reopen", "approve"], { from: 0, days: 30 }],
  ] as const)("approved %s", async (_, startsIn, decisions, run) => {
    const rows = await asOwner(async (tx) => {
      const { sale, decide } = await soldAd(tx, startsIn);
      await decide(...decisions);
      return DAYS(tx, sale);
    });
    expect(rows[0]).toEqual({ ...run, status: "approved" });
  });

  it("is not extended by a second approval on a later day", async () => {
    const rows = await asOwner(async (tx) => {
      const { sale, decide } = await soldAd(tx, -3);
      await tx`update public.ads set approved_at = now() - interval '3 days' where sale_id = ${sale.id}`;
      await decide("approve", "reopen", "approve");
      return DAYS(tx, sale);
    });
    expect(rows[0]).toMatchObject({ from: -3, days: 30 });
  });
});
