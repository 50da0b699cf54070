import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, callAs, sql } from "../as-role";
import { keyOf } from "../outcomes";
import { addCode, orderEvent, peopleOf, type OrderEvent } from "./order-support";
import { confirm, payloadOf, removeKind, submit, takenOf } from "./registration-support";

/** An order that uses up the code, the last dinners and the last places. */
function orderOf({ type, dinner }: OrderEvent) {
  const people = [{ type, full_name: "Bia Lima" }, { type }];
  return payloadOf(type, { code: "UMA-VEZ", people, addons: [{ variant: dinner, amount: 2 }] });
}

/** Everything that an order has, and what is left for others. */
async function stored(tx: TransactionSql, { event, type, dinner }: OrderEvent, code: string, id: string) {
  const [counts] = await tx`
    select (select count(*)::int from public.event_orders where event_id = ${event}) as orders,
      (select count(*)::int from public.event_registrations where event_id = ${event}) as people,
      private.active_orders_with_code(${code})::int as uses, private.variant_left(${dinner}) as dinners`;
  return { ...counts, taken: await takenOf(tx, type), of: await peopleOf(tx, id) };
}

async function soldOut(tx: TransactionSql) {
  const made = await orderEvent(tx, { capacity: 3, stock: 2 });
  return { made, code: await addCode(tx, made.event, "UMA-VEZ", { percent: 50, most: 1 }) };
}

describe("an order that is sent again after a lost answer", () => {
  it("is the same order, also when its code, add-ons and places are used up by it", () =>
    asOwner(async (tx) => {
      const { made, code } = await soldOut(tx);
      const order = orderOf(made);
      const first = await submit(tx, made.type, order);
      const before = await stored(tx, made, code, first.id);
      expect(before).toMatchObject({ orders: 1, people: 3 });
      expect(await submit(tx, made.type, order)).toEqual(first);
      expect(await stored(tx, made, code, first.id)).toEqual(before);
      // Also after the mailed link was pressed and the registrations were closed.
      const status = await confirm(tx, first.id);
      const confirmed = await stored(tx, made, code, first.id);
      expect(confirmed).toMatchObject({ orders: 1, people: 3, uses: 1, dinners: 0, taken: 3 });
      await tx`update public.event_codes set ends_at = now() - interval '1 minute' where id = ${code}`;
      await tx`update public.event_registration_types set closes_at = now() - interval '1 minute' where id = ${made.type}`;
      expect(await submit(tx, made.type, order)).toEqual({ ...first, status });
      expect(await stored(tx, made, code, first.id)).toEqual(confirmed);
    }));

  it.each<[string, (made: OrderEvent) => Record<string, unknown>]>([
    ["people", ({ type }) => ({ people: [{ type }] })],
    ["a name", ({ type }) => ({ people: [{ type, full_name: "Bia Souza" }, { type }] })],
    ["add-ons", ({ dinner }) => ({ addons: [{ variant: dinner, amount: 1 }] })],
    ["a code", () => ({ code: null })],
    ["another code", () => ({ code: "OUTRO" })],
  ])("with other data is answered with the stored order: %s", (_, more) =>
    asOwner(async (tx) => {
      const { made, code } = await soldOut(tx);
      const order = orderOf(made);
      const first = await submit(tx, made.type, order);
      const before = await stored(tx, made, code, first.id);
      expect(await submit(tx, made.type, { ...order, ...more(made) })).toEqual({ ...first, is_changed: true });
      expect(await stored(tx, made, code, first.id)).toEqual(before);
    }),
  );

  it("is one order when both requests arrive at the same time", async () => {
    const made = await orderEvent(sql, { capacity: 3, stock: 2 });
    try {
      await addCode(sql, made.event, "UMA-VEZ", { percent: 50, most: 1 });
      const order = orderOf(made);
      const answers = await Promise.all(Array.from({ length: 5 }, () => submit(sql, made.type, order)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      const [row] = await sql`select count(*)::int as orders from public.event_orders where event_id = ${made.event}`;
      expect(row!.orders).toBe(1);
    } finally {
      await removeKind(sql, made);
    }
  });
});

describe("the page of orders that is saved again after a lost answer", () => {
  const save = (tx: TransactionSql, event: string, payload: object) =>
    callAs(tx, "user", (as) =>
      keyOf(as`select public.save_order_form(${event}, ${as.json(payload as never)}) as answer`),
    );
  const rules = { min_people: 1, max_people: 10, half_price: true, half_price_share: 50, allows_children: false };
  const rowsOf = async (tx: TransactionSql, event: string) => {
    const [row] = await tx`
      select array(select id from public.event_addons where event_id = ${event}) as addons,
        array(select id from public.event_codes where event_id = ${event}) as codes,
        array(select id from public.event_quotas where event_id = ${event}) as quotas,
        array(select variant.id from public.event_addon_variants as variant
          join public.event_addons as addon on addon.id = variant.addon_id where addon.event_id = ${event}) as variants`;
    return row!;
  };

  it.each([null, "another save"])("adds no second row, and says that the page changed (%s before)", (earlier) =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx);
      await tx`delete from public.event_addons where event_id = ${event}`;
      if (earlier)
        await tx`
          insert into public.event_order_settings (event_id, updated_at) values (${event}, now() - interval '1 hour')`;
      const [version] = await tx<{ at: string | null }[]>`
        select (private.order_settings(${event})).updated_at::text as at`;
      const form = {
        expected_version: version!.at,
        rules,
        quotas: [{ name: "Salão", capacity: 5, type_ids: [type] }],
        addons: [{ name: "Kit", price_cents: 1000, max_per_order: 2, variants: [{ name: "", stock: 3 }] }],
        codes: [{ code: `C-${randomUUID().slice(0, 8)}`, percent: 10 }],
      };
      expect(await save(tx, event, form)).toBe("saved");
      const before = await rowsOf(tx, event);
      expect(Object.values(before).map((ids) => (ids as string[]).length)).toEqual([1, 1, 1, 1]);
      expect(await save(tx, event, form)).toBe("conflict");
      expect(await rowsOf(tx, event)).toEqual(before);
    }),
  );
});
