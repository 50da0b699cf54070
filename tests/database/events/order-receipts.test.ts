import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import type { Actor } from "../actors";
import { asOwner, callAs, setClaims } from "../as-role";
import { addCode, addKind, orderEvent } from "./order-support";
import { registerAs } from "./registration-as";
import { addRegistrationLink, makeKind, register } from "./registration-support";

type Payment = { method: string; payee: string; cents: number; is_at_gate: boolean; refunds: object[] };
type Receipt = {
  code: string;
  name: string;
  total_cents: number;
  discount_cents: number;
  transferred_at: string | null;
  people: { name: string; cents: number; is_half_price: boolean; has_left: boolean }[];
  children: object[];
  addons: object[];
  payments: Payment[];
};

const receiptFor = (tx: TransactionSql, actor: Actor, key: string) =>
  callAs(tx, actor, async (as) => {
    const [row] = await as<{ receipt: Receipt | null }[]>`select public.order_receipt(${key}) as receipt`;
    return row!.receipt;
  });

async function pay(tx: TransactionSql, registration: string): Promise<string> {
  await setClaims(tx, "anon");
  const token = await addRegistrationLink(tx, "registration", registration);
  const [row] = await tx<{ id: string }[]>`select public.open_payment('pix', ${token}) ->> 'id' as id`;
  await tx`select private.advance_payment(${row!.id}, 'paid')`;
  return row!.id;
}

/** An order of `another_user` with everything that a receipt shows; `user` owns the event. */
async function fullOrder(tx: TransactionSql) {
  const made = await orderEvent(tx);
  await tx`
    insert into public.event_order_settings (event_id, allows_children, child_prices)
    values (${made.event}, true, '{"from_6_to_11": 1000}')`;
  await addCode(tx, made.event, "DEZ10", { percent: 10 });
  const car = await addKind(tx, made.event, { price: 9000 });
  const { id } = await registerAs(tx, "another_user", made.type, {
    half_price: "disabled",
    people: [{ type: car, full_name: "Bia Lima" }],
    addons: [{ variant: made.dinner, amount: 2 }],
    children: { from_6_to_11: 2 },
    code: "DEZ10",
  });
  return { ...made, id };
}

const personOf = async (tx: TransactionSql, buyer: string) => {
  const [row] = await tx<{ id: string }[]>`
    select id from public.event_registrations where order_position = 2
      and order_id = (select order_id from public.event_registrations where id = ${buyer})`;
  return row!.id;
};

describe("the receipt of an order", () => {
  it("has every line, whose sum is the total, and who received the money", () =>
    asOwner(async (tx) => {
      const { id } = await fullOrder(tx);
      expect((await receiptFor(tx, "another_user", id))!.payments).toEqual([]);
      await pay(tx, id);
      const receipt = (await receiptFor(tx, "another_user", id))!;
      expect(receipt).toMatchObject({
        name: "Ana Souza",
        // Half of 4000, nine tenths of 9000, two children, two dinners.
        total_cents: 2000 + 8100 + 2000 + 12_000,
        discount_cents: 900,
        people: [
          { name: "Ana Souza", cents: 2000 + 2000, is_half_price: true, has_left: false },
          { name: "Bia Lima", cents: 8100, is_half_price: false },
        ],
        children: [{ age_band: "from_6_to_11", amount: 2 }],
        addons: [{ name: "Jantar", variant: "", amount: 2, unit_cents: 6000 }],
        payments: [{ method: "pix", cents: 24_100, is_organiser: false, is_at_gate: false, refunds: [] }],
        transferred_at: null,
      });
      expect(receipt.payments[0]!.payee).not.toBe("");
      expect(JSON.stringify(receipt)).not.toContain("disabled");
    }));

  it.each([
    ["anon", false],
    ["another_user", true],
    ["user", true],
    ["vendedor", false],
    ["editor", true],
    ["main_admin", true],
  ] as const)("%s reads it by the id: %s", (actor, may) =>
    asOwner(async (tx) => {
      const { id } = await fullOrder(tx);
      await pay(tx, id);
      expect((await receiptFor(tx, actor, id)) !== null).toBe(may);
    }),
  );

  it("is read by a treasurer by the id of any person of the order, and not of another event", () =>
    asOwner(async (tx) => {
      const [{ id, event }, other] = [await fullOrder(tx), await orderEvent(tx)];
      await pay(tx, id);
      const foreign = await register(tx, other.type);
      await tx`update public.event_members set role = 'treasurer' where event_id = ${event}`;
      expect(await receiptFor(tx, "vendedor", await personOf(tx, id))).toMatchObject({ name: "Ana Souza" });
      expect(await receiptFor(tx, "vendedor", foreign.id)).toBeNull();
    }));

  it("opens with the mailed link of the buyer only", () =>
    asOwner(async (tx) => {
      const { id } = await fullOrder(tx);
      await pay(tx, id);
      const link = (kind: string, of: string) => addRegistrationLink(tx, kind, of);
      const person = await personOf(tx, id);
      expect(await receiptFor(tx, "anon", await link("manage", id))).toMatchObject({ name: "Ana Souza" });
      expect(await receiptFor(tx, "anon", await link("registration", id))).toBeNull();
      expect(await receiptFor(tx, "another_user", await link("registration", id))).not.toBeNull();
      expect(await receiptFor(tx, "anon", await link("manage", person))).toBeNull();
      expect(await receiptFor(tx, "another_user", person)).toBeNull();
      expect(await receiptFor(tx, "anon", "x")).toBeNull();
    }));

  it("shows refunds, also of a cancelled order, and no payment that the bank gave back", () =>
    asOwner(async (tx) => {
      const { id } = await fullOrder(tx);
      const payment = await pay(tx, id);
      await tx`select private.advance_payment(${payment}, 'refunded', 24100)`;
      const receipt = (await receiptFor(tx, "user", id))!;
      expect(receipt.payments).toMatchObject([{ cents: 24_100, refunds: [{ amount_cents: 24_100 }] }]);
      expect(receipt.people).toHaveLength(2);
      await tx`update public.payments set dispute_status = 'lost', disputed_cents = amount_cents, refunded_cents = 0
        where id = ${payment}`;
      expect((await receiptFor(tx, "user", id))!.payments).toEqual([]);
    }));

  it("leaves out a person who left before the payment, and marks one who left after it", () =>
    asOwner(async (tx) => {
      const { id, type } = await fullOrder(tx);
      await tx`select private.cancel_registration(${await personOf(tx, id)})`;
      await tx`update public.event_registrations set cancelled_at = now() - interval '1 hour' where cancelled_at is not null`;
      await pay(tx, id);
      expect(await receiptFor(tx, "user", id)).toMatchObject({ total_cents: 16_000, people: [{ name: "Ana Souza" }] });
      const later = await register(tx, type, { people: [{ type, full_name: "Caio" }] });
      await pay(tx, later.id);
      await tx`select private.cancel_registration(${await personOf(tx, later.id)})`;
      expect(await receiptFor(tx, "user", later.id)).toMatchObject({
        total_cents: 8000,
        people: [{ has_left: false }, { name: "Caio", has_left: true, cents: 4000 }],
      });
    }));

  it("names the organiser for cash at the gate, and the price of a registration without an order of its own", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx, { price: 3000 });
      const [row] = await tx<{ id: string }[]>`
        insert into public.event_registrations (code, event_id, type_id, full_name, email, status, price_cents, source)
        values (private.new_registration_code(), ${event}, ${type}, 'Rui', 'rui@example.org', 'confirmed', 3000, 'walk_in')
        returning id`;
      await tx`
        insert into public.gate_sales (registration_id, event_id, method, amount_cents)
        values (${row!.id}, ${event}, 'cash', 3000)`;
      expect(await receiptFor(tx, "editor", row!.id)).toMatchObject({
        total_cents: 3000,
        people: [{ name: "Rui", cents: 3000 }],
        payments: [{ method: "cash", payee: "Clube de teste", cents: 3000, is_at_gate: true }],
      });
    }));

  it("says when a registration was transferred, which its history has too", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 3000 });
      const { id } = await register(tx, type);
      await pay(tx, id);
      const token = await addRegistrationLink(tx, "manage", id);
      const next = { full_name: "Beto", email: "beto@example.org", phone: "48 98888-0000" };
      await tx`select public.transfer_registration(${token}, ${tx.json(next)})`;
      expect(await receiptFor(tx, "editor", id)).toMatchObject({
        name: "Beto",
        transferred_at: expect.any(String) as string,
      });
      expect(await receiptFor(tx, "anon", token)).toBeNull();
      const notes = await tx`select note from public.registration_events where registration_id = ${id}`;
      expect(notes.map(({ note }) => note as string)).toContain("transferred:");
    }));
});

type OrderRow = { order_code: string; order_position: number; line_cents: number; discount_code: string | null };

describe("the orders of an export", () => {
  const ordersFor = (tx: TransactionSql, actor: Actor, event: string, ids: string[]) =>
    callAs(
      tx,
      actor,
      (as) =>
        as<OrderRow[]>`select * from public.registration_orders(${event}, ${ids}::uuid[]) order by order_position`,
    ).then(
      (rows) => [...rows],
      ({ message }: Error) => message,
    );

  it("have what only the order has on the row of its buyer, and the category of half price of each person", () =>
    asOwner(async (tx) => {
      const { id, event } = await fullOrder(tx);
      const person = await personOf(tx, id);
      await tx`update public.event_registrations set half_price_checked_at = now() where id = ${id}`;
      const [code] = await tx<{ code: string }[]>`select code from public.event_registrations where id = ${id}`;
      expect(await ordersFor(tx, "user", event, [id, person])).toEqual([
        {
          id,
          order_code: code!.code,
          buyer: "Ana Souza",
          order_position: 1,
          line_cents: 4000,
          half_price: "Pessoa com deficiência",
          half_price_checked: true,
          addons: [{ name: "Jantar", variant: "", amount: 2 }],
          addon_cents: 12_000,
          children: { from_6_to_11: 2 },
          discount_code: "DEZ10",
          discount_cents: 900,
        },
        expect.objectContaining({
          id: person,
          order_code: code!.code,
          line_cents: 8100,
          half_price: null,
          addons: null,
          children: null,
          discount_code: null,
          discount_cents: null,
        }),
      ]);
    }));

  it.each([
    ["anon", false],
    ["another_user", false],
    ["vendedor", false],
    ["user", true],
    ["editor", true],
  ] as const)("are read by %s: %s", (actor, may) =>
    asOwner(async (tx) => {
      const { id, event } = await fullOrder(tx);
      const rows = await ordersFor(tx, actor, event, [id]);
      expect(Array.isArray(rows) && rows.length > 0).toBe(may);
    }),
  );

  it("are not read by a treasurer, nor for registrations of another event", () =>
    asOwner(async (tx) => {
      const [{ id, event }, other] = [await fullOrder(tx), await orderEvent(tx)];
      await tx`update public.event_members set role = 'treasurer' where event_id = ${event}`;
      expect(await ordersFor(tx, "vendedor", event, [id])).toEqual([]);
      expect(await ordersFor(tx, "user", other.event, [id])).toEqual([]);
    }));
});
