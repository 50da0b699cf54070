import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { asOwner } from "../as-role";
import { refused } from "../outcomes";
import { addGate, GATE_EVENT, GATE_LIST, OTHER_EVENT, WALK_IN_TYPE } from "./gate-rows";

const about = (changes: object = {}) => ({
  nonce: randomUUID(),
  listId: GATE_LIST,
  typeId: WALK_IN_TYPE,
  name: "Chegou Agora",
  ...changes,
});
const withPrice = <T>(run: (tx: TransactionSql) => Promise<T>) =>
  asOwner(async (tx) => {
    await addGate(tx, 10);
    await tx`update public.event_registration_types set price_cents = 2000 where id = ${WALK_IN_TYPE}`;
    return run(tx);
  });
const priceOf = async (tx: TransactionSql, walkIn: object) =>
  (await tx`select private.price_walk_in(${tx.json(walkIn as never)}, 'token-1') as price`)[0]!.price as unknown;
const add = async (tx: TransactionSql, walkIn: object) =>
  (await tx`select private.add_walk_in(${tx.json(walkIn as never)}, 'token-1') as outcome`)[0]!.outcome as unknown;

it("the price of a walk-in counts everybody who is named, with an identifier made of its nonce", () =>
  withPrice(async (tx) => {
    const nonce = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
    expect(await priceOf(tx, about({ nonce }))).toMatchObject({ cents: 2000, txid: "LC0A1B2C3D4E5F4A6B8C7D9E0" });
    expect(await priceOf(tx, about({ people: 2, companions: ["Bia", " ", "Caio"] }))).toMatchObject({ cents: 6000 });
    expect(await priceOf(tx, about({ people: 4, companions: ["Bia"] }))).toMatchObject({ cents: 8000 });
  }));

it("a walk-in pays to the approved key of the organiser, and to nobody while the team checks one", () =>
  withPrice(async (tx) => {
    const addKey = (status: string, name: string) =>
      tx`insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, status)
         values (${GATE_EVENT}, 'pix', 'email', 'caixa@example.org', ${name}, 'Lages', ${status})`;
    expect(await priceOf(tx, about())).toMatchObject({ recipient: null });
    await addKey("approved", "Clube da Serra");
    const recipient = { pix_key_type: "email", pix_key: "caixa@example.org", name: "Clube da Serra", city: "Lages" };
    expect(await priceOf(tx, about())).toMatchObject({ state: "own", recipient });
    await addKey("pending", "Outro clube");
    expect(await priceOf(tx, about())).toMatchObject({ state: "checking", recipient: null });
  }));

it("a device prices only the kinds of its event", () =>
  withPrice(async (tx) => {
    const [other] = await tx<{ id: string }[]>`
      select id from public.event_registration_types where event_id = ${OTHER_EVENT}`;
    await expect(tx.savepoint((inner) => priceOf(inner, about({ typeId: other!.id })))).rejects.toMatchObject({
      code: "22023",
    });
    const [list] = await tx<{ id: string }[]>`
      insert into public.event_checkin_lists (event_id, name) values (${OTHER_EVENT}, 'Entrada') returning id`;
    const elsewhere = about({ typeId: other!.id, listId: list!.id });
    await expect(tx.savepoint((inner) => priceOf(inner, elsewhere))).rejects.toMatchObject({ code: "22023" });
  }));

it.each<[string, Record<string, unknown>]>([
  ["cancelled", { status: "cancelled" }],
  ["deleted", { deleted_at: new Date() }],
])("nothing is sold at a %s event", (_, change) =>
  withPrice(async (tx) => {
    await tx`update public.events set ${tx(change)} where id = ${GATE_EVENT}`;
    const sale = tx.savepoint((inner) => add(inner, about({ paidBy: "cash" })));
    await expect(sale).rejects.toMatchObject({ code: "22023" });
    await expect(tx.savepoint((inner) => priceOf(inner, about()))).rejects.toMatchObject({ code: "22023" });
  }),
);

it("a walk-in is refused when the price is not the one that the device showed", () =>
  withPrice(async (tx) => {
    expect(await add(tx, about({ paidBy: "cash", cents: 1500 }))).toEqual(refused("price_changed"));
    expect(await add(tx, about({ paidBy: "cash", people: 2, cents: 2000 }))).toEqual(refused("price_changed"));
    expect(await tx`select 1 from public.gate_sales`).toHaveLength(0);
    expect(await add(tx, about({ paidBy: "cash", people: 2, cents: 4000 }))).toMatchObject({ outcome: "saved" });
    expect([...(await tx`select method, amount_cents from public.gate_sales`)]).toEqual([
      { method: "cash", amount_cents: 4000 },
    ]);
  }));

it("a walk-in that is sent twice is registered and paid once", () =>
  withPrice(async (tx) => {
    const walkIn = about({ paidBy: "pix", cents: 2000 });
    const first = await add(tx, walkIn);
    expect(first).toMatchObject({ outcome: "saved" });
    expect(await add(tx, walkIn)).toEqual(first);
    const [row] = await tx`
      select (select count(*)::int from public.gate_sales) as sales, taken from public.event_registration_types
      where id = ${WALK_IN_TYPE}`;
    expect(row).toEqual({ sales: 1, taken: 1 });
  }));
