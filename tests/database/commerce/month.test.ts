import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole } from "../as-role";
import { factsOf, makeSale, openCard, send } from "./money";

type Closing = {
  lines: { part: string; kind: string; amount_cents: number; reference: string | null }[];
  sums: { part: string; lines: number; amount_cents: number }[];
};

async function paid(tx: TransactionSql, cents = 45_000) {
  const sale = await makeSale(tx, { cents });
  const card = await openCard(tx, sale);
  await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, cents));
  return { sale, card };
}

async function closing(tx: TransactionSql, day?: string): Promise<Closing> {
  const [today] = await tx<{ day: string }[]>`select private.brazilian_today()::text as day`;
  await becomeRole(tx, "main_admin");
  const [row] = await tx<{ closing: Closing }[]>`select public.month_closing(${day ?? today!.day}::date) as closing`;
  await tx`reset role`;
  return row!.closing;
}

async function payOut(tx: TransactionSql, sale: string): Promise<string> {
  const items = (await tx<{ id: string }[]>`select id from public.commissions where sale_id = ${sale}`).map(
    ({ id }) => id,
  );
  await becomeRole(tx, "main_admin");
  await tx`select public.approve_commissions(${items})`;
  await tx`select public.pay_commissions(${items}, null)`;
  await tx`reset role`;
  const [payout] = await tx<{ id: string }[]>`
    select payout_id as id from public.commissions where sale_id = ${sale}`;
  return payout!.id;
}

async function record(tx: TransactionSql, payout: string, reference: string) {
  await becomeRole(tx, "main_admin");
  const [row] = await tx<{ answer: { outcome: string; reason?: string } }[]>`
    select public.record_payout_receipt(${payout}, ${reference}) as answer`;
  await tx`reset role`;
  return row!.answer;
}

describe("the closing of a month", () => {
  it("has receipts, refunds, commissions and payouts, and its sums are those of its rows and of the tables", async () => {
    await asOwner(async (tx) => {
      const first = await paid(tx);
      const second = await paid(tx, 19_000);
      const payout = await payOut(tx, first.sale.id);
      await send(tx, "charge.refunded", factsOf("charge.refunded", second.card, 19_000, 19_000));
      await record(tx, payout, "E2E-0001");
      const { lines, sums } = await closing(tx);
      expect(sums.map(({ part }) => part)).toEqual(["commissions", "payouts", "receipts", "refunds"]);
      for (const sum of sums) {
        const rows = lines.filter(({ part }) => part === sum.part);
        expect(rows).toHaveLength(sum.lines);
        expect(rows.reduce((total, row) => total + row.amount_cents, 0)).toBe(sum.amount_cents);
      }
      const [tables] = await tx<{ entries: number; commissions: number; payouts: number; rows: number }[]>`
        with month as (select private.day_start(date_trunc('month', private.brazilian_today())::date) as since)
        select
          (select coalesce(sum(amount_cents), 0)::int from public.payment_entries, month where booked_at >= since)
            as entries,
          (select coalesce(sum(amount_cents), 0)::int from public.commission_lines, month where created_at >= since)
            as commissions,
          (select -coalesce(sum(total_cents), 0)::int from public.commission_payouts, month where paid_at >= since)
            as payouts,
          (select count(*)::int from public.payment_entries, month where booked_at >= since)
            + (select count(*)::int from public.commission_lines, month where created_at >= since)
            + (select count(*)::int from public.commission_payouts, month where paid_at >= since) as rows`;
      const cents = new Map(sums.map((sum) => [sum.part, sum.amount_cents]));
      expect(cents.get("receipts")! + cents.get("refunds")!).toBe(tables!.entries);
      expect(cents.get("commissions")).toBe(tables!.commissions);
      expect(cents.get("payouts")).toBe(tables!.payouts);
      expect(lines).toHaveLength(tables!.rows);
      expect(lines.filter(({ reference }) => reference === "E2E-0001")).toMatchObject([
        { part: "payouts", kind: "payout" },
      ]);
    });
  });

  it("has no row of another month", async () => {
    await asOwner(async (tx) => {
      await paid(tx);
      expect(await closing(tx, "2020-03-15")).toEqual({ lines: [], sums: [] });
    });
  });
});

describe("the money of now", () => {
  it("counts open sales, the paid one without art, and the sales of its seller", async () => {
    await asOwner(async (tx) => {
      const read = async () => {
        await becomeRole(tx, "main_admin");
        const [row] = await tx<{ money: Record<string, never> }[]>`select public.money_now() as money`;
        await tx`reset role`;
        return row!.money as unknown as {
          today_cents: number;
          month_cents: number;
          open: { count: number; cents: number };
          without_art: { number: number }[];
          sellers: { id: string; sales: number; cents: number }[];
        };
      };
      const before = await read();
      const { sale } = await paid(tx);
      await makeSale(tx, { cents: 7000 });
      const after = await read();
      expect(after.today_cents - before.today_cents).toBe(45_000);
      expect(after.month_cents - before.month_cents).toBe(45_000);
      expect(after.open).toEqual({ count: before.open.count + 1, cents: before.open.cents + 7000 });
      expect(after.without_art).toHaveLength(before.without_art.length + 1);
      expect(after.sellers.find(({ id }) => id === sale.seller)).toMatchObject({ sales: 1, cents: 45_000 });
    });
  });
});

describe("the receipt of a payout", () => {
  it("is stored once: the same again is saved, another one and a short one are refused", async () => {
    await asOwner(async (tx) => {
      const { sale } = await paid(tx);
      const payout = await payOut(tx, sale.id);
      expect(await record(tx, payout, "x")).toMatchObject({ outcome: "refused", reason: "invalid" });
      expect(await record(tx, payout, " E123456 ")).toMatchObject({ outcome: "saved" });
      expect(await record(tx, payout, "E123456")).toMatchObject({ outcome: "saved" });
      expect(await record(tx, payout, "E999999")).toMatchObject({ outcome: "refused", reason: "receipt_recorded" });
    });
  });
});

describe("placement_audience", () => {
  it("counts the last 7 finished days and the last 30", async () => {
    await asOwner(async (tx) => {
      await tx`delete from public.page_view_daily`;
      await tx`
        insert into public.page_view_daily (day, page_path, locale, views)
        select private.brazilian_today() - days, '/home', 'pt-BR', views
        from (values (1, 5), (7, 3), (8, 20), (30, 100), (31, 1000)) as seen (days, views)`;
      const [row] = await tx<{ views: number; week: number }[]>`
        select views::int, week_views::int as week from public.placement_audience() where placement = 'home_top'`;
      expect(row).toEqual({ views: 128, week: 8 });
    });
  });
});
