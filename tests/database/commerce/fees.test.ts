import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { MAIN_ADMINS_UP, NOBODY, type Account } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import type { Kind } from "../events/registration-support";
import { addCollectedEvent, addPaid, TODAY } from "./payout-rows";

const setFee = (tx: TransactionSql, value: object) => tx`
  insert into public.payment_settings (key, value, is_public) values ('event_fee', ${tx.json(value as never)}, true)
  on conflict (key) do update set value = excluded.value`;
const end = (tx: TransactionSql, { event }: Kind) => tx`
  update public.events set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = ${event}`;

/** An event that is over, with two paid registrations and a fee of 5 % and 1.00 for each. */
async function endedEvent(tx: TransactionSql) {
  const kind = await addCollectedEvent(tx);
  await setFee(tx, { percent_bp: 500, fixed_cents: 100 });
  const payments = [await addPaid(tx, kind), await addPaid(tx, kind, { cents: 3333, toOrganiser: true })] as const;
  await end(tx, kind);
  return { ...kind, payments };
}

const create = (tx: TransactionSql, event: string, due = TODAY) =>
  callAs(tx, "main_admin", (as) => keyOf(as`select public.create_fee_invoice(${event}, ${due}) as answer`));
const invoiceOf = async (tx: TransactionSql, event: string) =>
  (await tx`select * from public.event_fee_invoices where event_id = ${event} order by number desc limit 1`)[0]!;
const set = (tx: TransactionSql, item: string, status: string, day: string | null, reason: string | null = null) =>
  callAs(tx, "main_admin", (as) =>
    keyOf(as`select public.set_fee_invoice_status(${item}, ${status}, ${day}, ${reason}) as answer`),
  );
const addRows = async (tx: TransactionSql) => {
  const { event } = await endedEvent(tx);
  expect(await create(tx, event)).toBe("saved");
};

describeAccess("event_fee_invoices", addRows, [
  ["select", ["user", "another_user", ...MAIN_ADMINS_UP], "select amount_cents from public.event_fee_invoices"],
  [
    "insert",
    NOBODY,
    `insert into public.event_fee_invoices (event_id, payer, event_title, registrations, base_cents, percent_bp,
       fixed_cents, amount_cents, due_on)
     select id, 'x', 'x', 1, 1, 1, 1, 1, current_date + 1 from public.events limit 1`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_fee_invoices set note = 'x'"],
  ["delete", NOBODY, "delete from public.event_fee_invoices"],
]);

describe("the invoice of the fee of an event", () => {
  it("has the fee of the paid registrations, to the portal and to the organiser", () =>
    asOwner(async (tx) => {
      const { event } = await endedEvent(tx);
      expect(await create(tx, event)).toBe("saved");
      // 5 % of 83.33 is 4.1665: 4.17.
      expect(await invoiceOf(tx, event)).toMatchObject({
        registrations: 2,
        base_cents: "8333",
        percent_bp: 500,
        fixed_cents: 100,
        amount_cents: 617,
        status: "open",
      });
      const mails = await tx`select from private.outbox where data ->> 'template' = 'event_fee_invoice'`;
      expect(mails).toHaveLength(2);
    }));

  it("leaves out what was refunded, is to be refunded or is not paid", () =>
    asOwner(async (tx) => {
      const kind = await endedEvent(tx);
      const [first, second] = kind.payments;
      const third = await addPaid(tx, kind, { cents: 2000 });
      await addPaid(tx, kind, { status: "review" });
      await tx`update public.payments set refunded_cents = 1000 where id = ${first}`;
      await tx`update public.payments set refunded_cents = amount_cents, status = 'refunded' where id = ${second}`;
      await tx`update public.payments set needs_refund = true where id = ${third}`;
      expect(await create(tx, kind.event)).toBe("saved");
      expect(await invoiceOf(tx, kind.event)).toMatchObject({
        registrations: 1,
        base_cents: "4000",
        amount_cents: 300,
      });
    }));

  it("keeps its amount when the setting or the payments change", () =>
    asOwner(async (tx) => {
      const { event } = await endedEvent(tx);
      await create(tx, event);
      await setFee(tx, { percent_bp: 1000, fixed_cents: 0 });
      const { id, amount_cents: cents } = await invoiceOf(tx, event);
      expect(cents).toBe(617);
      const change = tx.savepoint((as) => as`update public.event_fee_invoices set amount_cents = 1 where id = ${id}`);
      await expect(change).rejects.toMatchObject({ code: "42501" });
    }));

  it("does not exist before the end of the event, without a fee or twice", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await setFee(tx, { percent_bp: 500 });
      expect(await create(tx, kind.event)).toBe("not_ended");
      await end(tx, kind);
      expect(await create(tx, kind.event)).toBe("nothing");
      await addPaid(tx, kind);
      await tx`delete from public.payment_settings where key = 'event_fee'`;
      expect(await create(tx, kind.event)).toBe("nothing");
      await setFee(tx, { percent_bp: 500 });
      expect(await create(tx, kind.event)).toBe("saved");
      expect(await create(tx, kind.event)).toBe("exists");
      const past = tx.savepoint((inner) => create(inner, kind.event, "2020-01-01"));
      await expect(past).rejects.toMatchObject({ message: "invalid", detail: "due_on" });
    }));

  it("is paid on a day or cancelled with a reason, and a new one can follow a cancelled one", () =>
    asOwner(async (tx) => {
      const { event } = await endedEvent(tx);
      await create(tx, event);
      const { id } = await invoiceOf(tx, event);
      const late = tx.savepoint((inner) => set(inner, id, "paid", "2999-01-01"));
      await expect(late).rejects.toMatchObject({ message: "invalid", detail: "on_day" });
      expect(await set(tx, id, "paid", TODAY)).toBe("saved");
      expect(await set(tx, id, "paid", TODAY)).toBe("conflict");
      expect(await set(tx, id, "cancelled", null, "Duplicada")).toBe("conflict");
      expect(await set(tx, id, "open", null, "Não entrou")).toBe("saved");
      const unexplained = tx.savepoint((inner) => set(inner, id, "cancelled", null));
      await expect(unexplained).rejects.toMatchObject({ message: "invalid", detail: "reason" });
      expect(await set(tx, id, "cancelled", null, "Valor errado")).toBe("saved");
      expect(await create(tx, event)).toBe("saved");
      expect((await invoiceOf(tx, event)).id).not.toBe(id);
    }));

  it("is read by the treasurer with the fee as it is now", () =>
    asOwner(async (tx) => {
      const { event } = await endedEvent(tx);
      await create(tx, event);
      const read = async (by: Account) =>
        (await callAs(tx, by, (as) => as<{ answer: object }[]>`select public.event_fee_of(${event}) as answer`))[0]!
          .answer;
      expect(await read("another_user")).toMatchObject({
        has_ended: true,
        terms: { registrations: 2, amount_cents: 617 },
        invoices: [{ amount_cents: 617, status: "open" }],
      });
      await expect(tx.savepoint(() => read("vendedor"))).rejects.toMatchObject({ code: "42501" });
    }));
});
