import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, callAs } from "../as-role";
import { factsOf, send, type Card } from "../commerce/money";
import { keyOf } from "../outcomes";
import { addRegistrationLink, makeKind, register, statusOf, takenOf } from "./registration-support";
import { becomeRole } from "../as-role";

const PRICE = 4500;

async function unpaid(tx: TransactionSql) {
  const kind = await makeKind(tx, { price: PRICE, capacity: 1 });
  const filed = await register(tx, kind.type);
  return { ...kind, ...filed, token: await addRegistrationLink(tx, "registration", filed.id) };
}

async function openCard(tx: TransactionSql, token: string): Promise<Card> {
  const [row] = await tx<{ payment: { id: string } }[]>`select public.open_payment('card', ${token}) as payment`;
  const { id } = row!.payment;
  const session = `cs_test_${id.replaceAll("-", "")}`;
  await tx`select public.attach_checkout(${id}, ${session}, 'https://pay.example.org/x', now() + interval '32 minutes')`;
  return { id, session, intent: `pi_test_${id.replaceAll("-", "")}` };
}

const pay = (tx: TransactionSql, card: Card, event: string) =>
  send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, PRICE), event);
const openPix = async (tx: TransactionSql, token: string) =>
  (await tx<{ id: string }[]>`select public.open_payment('pix', ${token}) ->> 'id' as id`)[0]!.id;
const hoursHeld = async (tx: TransactionSql, id: string) => {
  const [row] = await tx<{ hours: number }[]>`
      select round(extract(epoch from held_until - now()) / 3600)::integer as hours from public.event_registrations where id = ${id}`;
  return row!.hours;
};

async function sendReceipt(tx: TransactionSql, token: string, payment: string) {
  const path = `${payment}/${crypto.randomUUID()}.pdf`;
  await tx`insert into storage.objects (bucket_id, name) values ('payment-receipts', ${path})`;
  expect(await keyOf(tx`select public.attach_receipt(${token}, ${payment}, ${path}) as answer`)).toBe("saved");
}

const needsRefund = async (tx: TransactionSql, id: string) =>
  (await tx<{ needs_refund: boolean }[]>`select needs_refund from public.payments where id = ${id}`)[0]!.needs_refund;

describe("payment of a registration", () => {
  it("confirms a registration whose card was paid in time", () =>
    asOwner(async (tx) => {
      const { id, token } = await unpaid(tx);
      const card = await openCard(tx, token);
      await pay(tx, card, "evt_reg_1");
      expect([await statusOf(tx, id), await needsRefund(tx, card.id)]).toEqual(["confirmed", false]);
    }));

  it("opens one payment for two clicks and holds the place until it ends", () =>
    asOwner(async (tx) => {
      const { id, token } = await unpaid(tx);
      const first = await tx`select public.open_payment('pix', ${token}) ->> 'id' as id`;
      const second = await tx`select public.open_payment('pix', ${token}) ->> 'id' as id`;
      expect(second[0]!.id).toBe(first[0]!.id);
      const [row] =
        await tx`select round(extract(epoch from held_until - now()) / 3600)::integer as hours from public.event_registrations where id = ${id}`;
      expect(row!.hours).toBe(24);
    }));

  it("marks money for a refund that comes after the place was released", () =>
    asOwner(async (tx) => {
      const { id, token, type } = await unpaid(tx);
      const card = await openCard(tx, token);
      await tx`update public.event_registrations set held_until = now() where id = ${id}`;
      await tx`update public.payments set expires_at = now() - interval '1 minute' where id = ${card.id}`;
      await tx`select private.expire_registration_holds()`;
      await pay(tx, card, "evt_reg_2");
      expect([await statusOf(tx, id), await needsRefund(tx, card.id), await takenOf(tx, type)]).toEqual([
        "expired",
        true,
        0,
      ]);
    }));

  it("takes the place again when the news of a payment made in time comes late, and refunds when it is gone", () =>
    asOwner(async (tx) => {
      const [one, two] = [await unpaid(tx), await unpaid(tx)];
      const cards = [await openCard(tx, one.token), await openCard(tx, two.token)];
      await tx`update public.event_registrations set held_until = now() where id in (${one.id}, ${two.id})`;
      await tx`select private.expire_registration_holds()`;
      await register(tx, two.type);
      await pay(tx, cards[0]!, "evt_reg_3");
      await pay(tx, cards[1]!, "evt_reg_4");
      expect([await statusOf(tx, one.id), await needsRefund(tx, cards[0]!.id)]).toEqual(["confirmed", false]);
      expect([await statusOf(tx, two.id), await needsRefund(tx, cards[1]!.id)]).toEqual(["expired", true]);
    }));

  it("marks the second payment of a paid registration for a refund", () =>
    asOwner(async (tx) => {
      const { token } = await unpaid(tx);
      const card = await openCard(tx, token);
      const [pix] = await tx`select public.open_payment('pix', ${token}) ->> 'id' as id`;
      await pay(tx, card, "evt_reg_5");
      await tx`select private.advance_payment(${pix!.id}, 'paid')`;
      expect([await needsRefund(tx, card.id), await needsRefund(tx, pix!.id as string)]).toEqual([false, true]);
    }));

  it("marks the money of a cancelled registration for a refund and offers the place to the next", () =>
    asOwner(async (tx) => {
      const { id, token, type } = await unpaid(tx);
      const card = await openCard(tx, token);
      await pay(tx, card, "evt_reg_6");
      const next = await register(tx, type);
      const manage = await addRegistrationLink(tx, "manage", id);
      await tx`select public.cancel_own_registration(${manage})`;
      expect([await statusOf(tx, id), await statusOf(tx, next.id), await needsRefund(tx, card.id)]).toEqual([
        "cancelled",
        "offered",
        true,
      ]);
    }));

  it("cancels a registration whose payment was refunded", () =>
    asOwner(async (tx) => {
      const { id, token, type } = await unpaid(tx);
      const card = await openCard(tx, token);
      await pay(tx, card, "evt_reg_7");
      await send(tx, "charge.refunded", factsOf("charge.refunded", card, PRICE), "evt_reg_8");
      expect([await statusOf(tx, id), await takenOf(tx, type)]).toEqual(["cancelled", 0]);
    }));

  it("a receipt holds the place for 24 hours from its first file, and a financial manager confirms it", () =>
    asOwner(async (tx) => {
      const { id, token } = await unpaid(tx);
      const pix = await openPix(tx, token);
      await tx`update public.event_registrations set held_until = now() + interval '1 minute' where id = ${id}`;
      await sendReceipt(tx, token, pix);
      await sendReceipt(tx, token, pix);
      expect(await hoursHeld(tx, id)).toBe(24);
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, id)).toBe("awaiting_payment");
      await becomeRole(tx, "main_admin");
      const subjects = await tx`select person from public.payment_subjects(array[${id}::uuid])`;
      await tx`select public.decide_pix(${pix}, 'approve', null, 'review')`;
      await tx`reset role`;
      expect([await statusOf(tx, id), subjects]).toEqual(["confirmed", [{ person: "Loja Ana" }]]);
    }));

  it("ends the hold of a receipt that nobody reviewed for 24 hours, and takes a free place again when it is approved", () =>
    asOwner(async (tx) => {
      const { id, token, type } = await unpaid(tx);
      const pix = await openPix(tx, token);
      await sendReceipt(tx, token, pix);
      await tx`update public.event_registrations set held_until = now() where id = ${id}`;
      await tx`select private.expire_registration_holds()`;
      expect([await statusOf(tx, id), await takenOf(tx, type)]).toEqual(["expired", 0]);
      await callAs(tx, "main_admin", () => tx`select public.decide_pix(${pix}, 'approve', null, 'review')`);
      expect([await statusOf(tx, id), await takenOf(tx, type)]).toEqual(["confirmed", 1]);
    }));

  it("payments that are opened one after the other hold the place for 25 hours in all", () =>
    asOwner(async (tx) => {
      const { id, token } = await unpaid(tx);
      await openPix(tx, token);
      await tx`update public.registration_events set created_at = created_at - interval '23 hours 50 minutes' where registration_id = ${id}`;
      await tx`update public.payments set expires_at = now() - interval '1 minute' where subject_id = ${id}`;
      await tx`update public.event_registrations set held_until = now() + interval '10 minutes' where id = ${id}`;
      await openPix(tx, token);
      expect(await hoursHeld(tx, id)).toBe(1);
    }));

  it("is open on the second day of the event, until the event ends", () =>
    asOwner(async (tx) => {
      const { event, id, token } = await unpaid(tx);
      await tx`update public.events set starts_at = now() - interval '1 day', ends_at = now() + interval '8 hours' where id = ${event}`;
      await openPix(tx, token);
      expect(await hoursHeld(tx, id)).toBe(8);
      await tx`update public.events set ends_at = now() where id = ${event}`;
      await expect(openPix(tx, token)).rejects.toThrow("period_over");
    }));

  it.each(["badge", "wrong"])("a %s token opens no payment", (kind) =>
    asOwner(async (tx) => {
      const { id } = await unpaid(tx);
      const token = kind === "badge" ? await addRegistrationLink(tx, "badge", id) : "x".repeat(43);
      await expect(tx`select public.open_payment('card', ${token})`).rejects.toThrow("sale_missing");
    }),
  );
});
