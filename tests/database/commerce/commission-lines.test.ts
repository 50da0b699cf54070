import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asOwner, becomeRole, sql } from "../as-role";
import { factsOf, makeSale, openCard, send, type Card, type Sale } from "./money";

async function paid(tx: TransactionSql, cents = 45_000): Promise<{ sale: Sale; card: Card }> {
  const sale = await makeSale(tx, { cents });
  const card = await openCard(tx, sale);
  await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, cents));
  return { sale, card };
}
const refund = (tx: TransactionSql, { sale, card }: { sale: Sale; card: Card }, cents = sale.cents) =>
  send(tx, "charge.refunded", factsOf("charge.refunded", card, sale.cents, cents));
const linesOf = async (tx: TransactionSql, sale: Sale) =>
  (
    await tx<
      { kind: string; amount_cents: number; paid: boolean }[]
    >`select kind, amount_cents, paid_at is not null as paid from public.commission_lines where sale_id = ${sale.id} order by id`
  ).map(({ kind, amount_cents: cents, paid: isPaid }) => `${kind} ${cents}${isPaid ? " paid" : ""}`);

/** Approves and pays the commissions of some sales; returns how many were paid. */
async function payOut(tx: TransactionSql, ...sales: Sale[]): Promise<number> {
  const items = (
    await tx<{ id: string }[]>`select id from public.commissions where sale_id in ${tx(sales.map(({ id }) => id))}`
  ).map(({ id }) => id);
  await becomeRole(tx, "main_admin");
  await tx`select public.approve_commissions(${items})`;
  const [row] = await tx<{ paid: number }[]>`select public.pay_commissions(${items}, 'teste') as paid`;
  await tx`reset role`;
  return row!.paid;
}
const payouts = async (tx: TransactionSql) =>
  (
    await tx<
      { total_cents: number }[]
    >`select total_cents from public.commission_payouts where note = 'teste' order by total_cents`
  ).map(({ total_cents: total }) => total);

describeAccess("commission_lines", (tx) => paid(tx), [
  ["select", ["vendedor", ...MAIN_ADMINS_UP], "select 1 from public.commission_lines"],
  [
    "insert",
    NOBODY,
    "insert into public.commission_lines (sale_id, seller_id, kind, amount_cents) select sale_id, seller_id, 'earned', 1 from public.commissions",
    (tx) => paid(tx),
  ],
  ["update", NOBODY, "update public.commission_lines set amount_cents = 1"],
  ["delete", NOBODY, "delete from public.commission_lines"],
]);

describe("commission_cents", () => {
  /** The formula that the seller's dashboard had of its own until November 2026. */
  const before = (price: number, percentage: number) => Math.round((price * percentage) / 100);

  it.each([1, 0.5])("gives the cent of the earlier formula in TypeScript for rates in steps of %s", async (step) => {
    const rows = await sql<{ price: number; rate: number; cents: number }[]>`
      select price, rate::float, private.commission_cents(price, rate) as cents
      from generate_series(1, 200000, 397) as price, generate_series(0, 100, ${step}::numeric) as rate`;
    expect(rows.filter(({ price, rate, cents }) => cents !== before(price, rate))).toEqual([]);
  });

  it("rounds half a cent up, also where floating point lost it", async () => {
    const [row] = await sql<{ cents: number }[]>`select private.commission_cents(2500, 1.14) as cents`;
    expect(row!.cents).toBe(29);
    expect(before(2500, 1.14)).toBe(28);
  });

  it("is what the dashboard of the seller reads for a paid sale, also after a part was refunded", async () => {
    await asOwner(async (tx) => {
      const one = await paid(tx, 45_055);
      await refund(tx, one, 9000);
      await becomeRole(tx, "vendedor");
      const [row] = await tx<{ amount_cents: number }[]>`
        select commissions.amount_cents from public.sales join public.commissions on sale_id = sales.id
        where sales.id = ${one.sale.id} and payment_status = 'paid' and cancelled_at is null`;
      expect(row!.amount_cents).toBe(before(45_055, 10));
    });
  });
});

describe("the lines of a commission", () => {
  it("are added when commission is earned, reduced and reversed, and are never changed", async () => {
    await asOwner(async (tx) => {
      const one = await paid(tx);
      await refund(tx, one, 9000);
      await refund(tx, one);
      expect(await linesOf(tx, one.sale)).toEqual(["earned 4500", "reduced -900", "reversed -3600"]);
      await expect(
        tx.savepoint((inner) => inner`update public.commission_lines set amount_cents = 1`),
      ).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("added after the payout are carried over to the next one", async () => {
    await asOwner(async (tx) => {
      const [one, two] = [await paid(tx), await paid(tx, 100_000)];
      expect(await payOut(tx, one.sale)).toBe(1);
      await refund(tx, one);
      expect(await linesOf(tx, one.sale)).toEqual(["earned 4500 paid", "reversed -4500"]);
      await becomeRole(tx, "main_admin");
      await tx`select public.approve_commissions(array(select id from public.commissions where sale_id = ${two.sale.id}))`;
      const [total] =
        await tx`select approved_cents::int as approved, corrections_cents::int as corrections from public.payout_totals() where seller_id = ${one.sale.seller}`;
      await tx`reset role`;
      expect(total).toEqual({ approved: 10_000, corrections: -4500 });
      expect(await payOut(tx, two.sale)).toBe(1);
      expect(await payouts(tx)).toEqual([4500, 5500]);
      expect(await linesOf(tx, one.sale)).toEqual(["earned 4500 paid", "reversed -4500 paid"]);
    });
  });

  it("with a negative balance pay nothing until commissions cover it", async () => {
    await asOwner(async (tx) => {
      const [one, small, big] = [await paid(tx), await paid(tx, 10_000), await paid(tx, 90_000)];
      await payOut(tx, one.sale);
      await refund(tx, one);
      expect(await payOut(tx, small.sale)).toBe(0);
      expect(await payOut(tx, small.sale, big.sale)).toBe(2);
      expect(await payouts(tx)).toEqual([4500, 5500]);
    });
  });
});

it("a paid sale is in the notices of its seller, once", () =>
  asOwner(async (tx) => {
    const { sale, card } = await paid(tx);
    await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
    const rows = await tx`
      select notice.user_id, notice.title, notice.link, notice.translations #>> '{en,body}' as english, sales.number::text
      from public.notifications as notice join public.sales on notice.body like '%nº ' || sales.number || ' %'
      where sales.id = ${sale.id}`;
    expect([...rows]).toEqual([
      {
        user_id: ID_OF.vendedor,
        title: "Venda paga",
        link: "/vendedor/dashboard",
        english: `The payment of sale no. ${rows[0]!.number} is confirmed.`,
        number: rows[0]!.number,
      },
    ]);
  }));

it("what is owed comes with what a Pix code needs, also for financial managers who do not manage sellers", () =>
  asOwner(async (tx) => {
    const { sale } = await paid(tx);
    await tx`
      update public.sellers set city = 'Lages', pix_key = 'vera@example.org', pix_key_type = 'email' where id = ${sale.seller}`;
    await tx`delete from public.role_permissions where role = 'main_admin' and permission_key = 'sellers'`;
    await becomeRole(tx, "main_admin");
    await tx`select public.approve_commissions(array(select id from public.commissions where sale_id = ${sale.id}))`;
    const rows = await tx`
      select city, pix_key, pix_key_type from public.payout_totals() where seller_id = ${sale.seller}`;
    expect([...rows]).toEqual([{ city: "Lages", pix_key: "vera@example.org", pix_key_type: "email" }]);
  }));
