import type { Sql } from "postgres";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { sql } from "../as-role";
import { addCode, addKind, orderEvent, type OrderEvent } from "./order-support";
import { register, removeKind, takenOf } from "./registration-support";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 50, onnotice: () => {} });
afterAll(() => many.end());

const TRIES = repetitions(40, 1000);
const ROUNDS = repetitions(2, 20);

type Outcome = "registered" | "no_places" | "code_used" | "addon_sold_out" | "half_price_gone";

/** Sends orders at the same time and counts what became of them; every other error fails the test. */
async function race(orders: (readonly [type: string, more: Record<string, unknown>])[]) {
  const outcomes = await Promise.all(
    orders.map(([type, more]) =>
      register(many as Sql, type, more).then(
        () => "registered",
        (error: Error) => error.message,
      ),
    ),
  );
  const known = /^(registered|no_places|code_used|addon_sold_out|half_price_gone)$/;
  expect(outcomes.filter((one) => !known.test(one))).toEqual([]);
  return (wanted: Outcome) => outcomes.filter((one) => one === wanted).length;
}

async function withEvent(options: Parameters<typeof orderEvent>[1], run: (event: OrderEvent) => Promise<void>) {
  const made = await orderEvent(sql, options);
  try {
    await run(made);
  } finally {
    await removeKind(sql, made);
  }
}

const repeat = (count: number) => Array.from({ length: count });

describe("simultaneous orders", () => {
  it(`${TRIES} orders of three for 100 places never overbook @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withEvent({ price: 0, capacity: 10 }, async ({ type }) => {
        const found = await race(repeat(TRIES).map(() => [type, { people: [{ type }, { type }] }] as const));
        expect(found("registered")).toBe(3);
        expect(await takenOf(sql, type)).toBe(9);
      });
  });

  it("orders with kinds in opposite order do not wait for each other forever @stress", { timeout: 900_000 }, () =>
    withEvent({ price: 0, capacity: null }, async ({ event, type }) => {
      const other = await addKind(sql, event);
      await sql`
        insert into public.event_quotas (event_id, name, capacity, type_ids)
        values (${event}, 'Salão', 21, ${[type, other]}::uuid[])`;
      const found = await race(
        repeat(TRIES).map((_, index) =>
          index % 2 ? ([type, { people: [{ type: other }] }] as const) : ([other, { people: [{ type }] }] as const),
        ),
      );
      expect(found("registered")).toBe(10);
      expect((await takenOf(sql, type)) + (await takenOf(sql, other))).toBe(20);
    }),
  );

  it(`a code for one use is used once in ${TRIES} tries @stress`, { timeout: 900_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++)
      await withEvent({ price: 0 }, async ({ event, type }) => {
        const code = await addCode(sql, event, "UMA-VEZ", { percent: 100, most: 1 });
        const found = await race(repeat(TRIES).map(() => [type, { code: "UMA-VEZ" }] as const));
        expect([found("registered"), found("code_used")]).toEqual([1, TRIES - 1]);
        const [row] = await sql`select private.active_orders_with_code(${code})::integer as uses`;
        expect(row!.uses).toBe(1);
      });
  });

  it("stock and half prices are never exceeded @stress", { timeout: 900_000 }, () =>
    withEvent({ price: 4000, capacity: 10_000, stock: 5 }, async ({ event, type, dinner }) => {
      await sql`update public.events set capacity = 20 where id = ${event}`;
      const dinners = await race(
        repeat(TRIES).map(() => [type, { addons: [{ variant: dinner, amount: 2 }] }] as const),
      );
      expect(dinners("registered")).toBe(2);
      const halves = await race(repeat(TRIES).map(() => [type, { half_price: "student" }] as const));
      expect(halves("registered")).toBe(8);
    }),
  );
});
