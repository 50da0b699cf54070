import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addRegistrationLink, makeKind, register, statusOf, takenOf } from "./registration-support";

async function edit(tx: TransactionSql, id: string, companions: string[], keepsPrice = false): Promise<string> {
  await becomeRole(tx, "editor");
  const key = await keyOf(
    tx`select public.edit_registration(${id}, ${tx.json({ companions })}, null, ${keepsPrice}) as answer`,
  );
  await tx`reset role`;
  return key;
}
const owes = async (tx: TransactionSql, id: string) => {
  const [row] = await tx`select places, price_cents, difference_cents from public.event_registrations where id = ${id}`;
  return [row!.places, row!.price_cents, row!.difference_cents] as number[];
};
const mails = async (tx: TransactionSql, template: string) =>
  (
    await tx`select data -> 'data' ->> 'amount' as amount from private.outbox where data ->> 'template' = ${template}`
  ).map(({ amount }) => Number(amount));
const payments = (tx: TransactionSql, id: string) =>
  tx`select method, status, amount_cents, difference, needs_refund from public.payments where subject_id = ${id} order by created_at, amount_cents desc`;

/** A paid registration of one person for 50 reais. */
async function paidOne(tx: TransactionSql) {
  const { type } = await makeKind(tx, { price: 5000, capacity: 10 });
  const { id } = await register(tx, type);
  const token = await addRegistrationLink(tx, "registration", id);
  const [payment] = await tx`select * from private.open_payment(${token}, null, 'pix')`;
  await tx`select private.advance_payment(${payment!.id}, 'paid')`;
  expect(await statusOf(tx, id)).toBe("confirmed");
  return { id, type, token, payment: payment!.id as string };
}

describe("people whom the team adds", () => {
  it("cost a registration that awaits its payment the new price, and the code with the old amount ends", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 5000, capacity: 10 });
      const { id } = await register(tx, type, { companions: ["Bia"] });
      const token = await addRegistrationLink(tx, "registration", id);
      await tx`select private.open_payment(${token}, null, 'pix')`;
      await edit(tx, id, ["Bia", "Caio", "Duda"]);
      expect([await owes(tx, id), await takenOf(tx, type)]).toEqual([[4, 20_000, 0], 4]);
      const [next] = await tx`select amount_cents from private.open_payment(${token}, null, 'pix')`;
      expect(next!.amount_cents).toBe(20_000);
      expect((await payments(tx, id)).map(({ status }) => status as string).toSorted()).toEqual(["expired", "pending"]);
      expect((await mails(tx, "registration_to_pay")).at(-1)).toBe(200);
    }));

  it("cost a paid registration the difference, which is paid without losing the place", () =>
    asOwner(async (tx) => {
      const { id, token } = await paidOne(tx);
      await edit(tx, id, ["Bia", "Caio"]);
      expect([await owes(tx, id), await statusOf(tx, id)]).toEqual([[3, 15_000, 10_000], "confirmed"]);
      expect(await mails(tx, "registration_difference")).toEqual([100]);
      const [page] = await tx`select public.read_registration(${token}) -> 'difference_cents' as owed`;
      expect(page!.owed).toBe(10_000);
      const [extra] = await tx`select id, amount_cents from private.open_payment(${token}, null, 'pix')`;
      expect(extra!.amount_cents).toBe(10_000);
      await tx`select private.advance_payment(${extra!.id}, 'paid')`;
      expect([await owes(tx, id), await statusOf(tx, id)]).toEqual([[3, 15_000, 0], "confirmed"]);
      expect(await payments(tx, id)).toMatchObject([
        { amount_cents: 10_000, difference: "counted", needs_refund: false },
        { amount_cents: 5000, difference: null, needs_refund: false },
      ]);
      await tx`select private.cancel_registration(${id}, 'x')`;
      expect((await payments(tx, id)).every(({ needs_refund: owed }) => owed)).toBe(true);
    }));

  it("cost nothing when the team keeps the price", () =>
    asOwner(async (tx) => {
      const { id, type } = await paidOne(tx);
      await edit(tx, id, ["Bia"], true);
      expect([await owes(tx, id), await takenOf(tx, type)]).toEqual([[2, 5000, 0], 2]);
    }));

  it("cost the difference after the payment whose receipt was being checked", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 5000 });
      const { id } = await register(tx, type);
      const token = await addRegistrationLink(tx, "registration", id);
      const [payment] = await tx`select id from private.open_payment(${token}, null, 'pix')`;
      await tx`update public.payments set status = 'review' where id = ${payment!.id}`;
      await edit(tx, id, ["Bia"]);
      await tx`select private.advance_payment(${payment!.id}, 'paid')`;
      expect([await owes(tx, id), await statusOf(tx, id)]).toEqual([[2, 10_000, 5000], "confirmed"]);
    }));

  it("who are taken out again before they paid leave no difference, and what was paid stays the price", () =>
    asOwner(async (tx) => {
      const { id } = await paidOne(tx);
      await edit(tx, id, ["Bia"]);
      await edit(tx, id, []);
      expect(await owes(tx, id)).toEqual([1, 5000, 0]);
    }));

  it("change neither price nor places without free places", () =>
    asOwner(async (tx) => {
      const { id, type } = await paidOne(tx);
      await tx`update public.event_registration_types set capacity = 1 where id = ${type}`;
      expect(await edit(tx, id, ["Bia"])).toBe("no_places");
      expect(await owes(tx, id)).toEqual([1, 5000, 0]);
    }));

  it("do not take the places of companions whom the gate did not write down", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await tx`update public.event_registrations set places = 4 where id = ${id}`;
      await edit(tx, id, ["Bia"]);
      expect((await owes(tx, id))[0]).toBe(5);
    }));

  it("a second payment of a difference goes back", () =>
    asOwner(async (tx) => {
      const { id, token } = await paidOne(tx);
      await edit(tx, id, ["Bia"]);
      const [pix] = await tx`select id from private.open_payment(${token}, null, 'pix')`;
      const [card] = await tx`select id from private.open_payment(${token}, null, 'card')`;
      await tx`select private.advance_payment(${pix!.id}, 'paid')`;
      await tx`select private.advance_payment(${card!.id}, 'paid')`;
      expect((await payments(tx, id)).find(({ method }) => method === "card")).toMatchObject({ needs_refund: true });
    }));
});

describe("the price that the panel shows before it asks", () => {
  it("is the present one and the one after the change, for event managers only", () =>
    asOwner(async (tx) => {
      const { id } = await paidOne(tx);
      const ask = (inner: TransactionSql) => inner`select public.changed_price(${id}, 2) as price`;
      await becomeRole(tx, "user");
      await expect(tx.savepoint(ask)).rejects.toMatchObject({ code: "42501" });
      await becomeRole(tx, "editor");
      expect(await ask(tx)).toEqual([{ price: { from: 5000, to: 15_000, is_settled: true } }]);
    }));
});

describe("a stand that the team gives", () => {
  it("changes the price by the price of the stand, and back", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { kind: "expositor_comercial", price: 10_000 });
      const { id } = await register(tx, type, { answers: { brand: "Loja", product: "Peças" } });
      const [stand] = await tx<{ id: string }[]>`
        insert into public.event_stands (event_id, label, price_cents) values (${event}, 'A1', 3000) returning id`;
      const assign = async (to: string | null, keeps = false) => {
        await callAs(tx, "editor", () => tx`select public.assign_stand(${id}, ${to}, null, ${keeps})`);
      };
      await assign(stand!.id);
      expect(await owes(tx, id)).toEqual([1, 13_000, 0]);
      await assign(null);
      expect(await owes(tx, id)).toEqual([1, 10_000, 0]);
      await assign(stand!.id, true);
      expect(await owes(tx, id)).toEqual([1, 10_000, 0]);
    }));
});

describe("an address that the team corrects", () => {
  it("is stored in small letters", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      await tx`select public.edit_registration(${id}, ${tx.json({ email: `ANA.${randomUUID()}@Example.org` })})`;
      const [row] = await tx`select email = lower(email) as small from public.event_registrations where id = ${id}`;
      expect(row).toEqual({ small: true });
    }));
});
