import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner } from "../as-role";
import { addCode, addKind, orderEvent, peopleOf } from "./order-support";
import { confirm, makeKind, register, statusOf, submit, takenOf } from "./registration-support";

const PRICE = 4001;

/** What becomes of an order: its price, or why it is refused. */
async function tried(tx: TransactionSql, type: string, more: Record<string, unknown>): Promise<number | string> {
  await tx`savepoint tried`;
  try {
    const { id } = await register(tx, type, more);
    return (await peopleOf(tx, id))[0]!.price_cents;
  } catch (error) {
    await tx`rollback to savepoint tried`;
    return (error as Error).message;
  }
}

describe("half price by law", () => {
  it("names its law, and only Lei 12.933/2013 has a limit", () =>
    asOwner(async (tx) => {
      const rows = await tx`
        select category, law ~ '12\\.933' as is_first_law, counts_in_share from public.half_price_categories order by position`;
      expect(rows.map((row) => Object.values(row))).toEqual([
        ["student", true, true],
        ["low_income_youth", true, true],
        ["disabled", true, true],
        ["companion_of_disabled", true, true],
        ["older", false, false],
      ]);
    }));

  it("halves one ticket, rounded down, and not those of companions, the stand or add-ons", () =>
    asOwner(async (tx) => {
      const { type, dinner } = await orderEvent(tx, { price: PRICE });
      expect(
        await tried(tx, type, {
          half_price: "student",
          companions: ["Bia Lima"],
          addons: [{ variant: dinner, amount: 1 }],
        }),
      ).toBe(2000 + PRICE + 6000);
    }));

  it("is for tickets only, with a known category, and off when the organiser says so", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: PRICE });
      const stall = await addKind(tx, event, { kind: "expositor_comercial", price: PRICE });
      expect(await tried(tx, stall, { half_price: "student" })).toBe("invalid");
      expect(await tried(tx, type, { half_price: "teacher" })).toBe("invalid");
      await tx`insert into public.event_order_settings (event_id, half_price) values (${event}, false)`;
      expect(await tried(tx, type, { half_price: "student" })).toBe("invalid");
    }));

  it("gives 40 % of the tickets to the categories of Lei 12.933/2013, and no limit to people of 60 years", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx, { price: PRICE, capacity: 5 });
      expect(await tried(tx, type, { half_price: "student" })).toBe(2000);
      expect(await tried(tx, type, { half_price: "disabled" })).toBe(2000);
      expect(await tried(tx, type, { half_price: "low_income_youth" })).toBe("half_price_gone");
      expect(await tried(tx, type, { half_price: "older", people: [{ type, half_price: "older" }] })).toBe(4000);
    }));

  it("counts the categories of one order together, and returns what an ended order had", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx, { price: PRICE, capacity: 5 });
      const three = {
        half_price: "student",
        people: [
          { type, half_price: "student" },
          { type, half_price: "student" },
        ],
      };
      expect(await tried(tx, type, three)).toBe("half_price_gone");
      const { id } = await register(tx, type, { half_price: "student", people: [{ type, half_price: "student" }] });
      expect(await tried(tx, type, { half_price: "student" })).toBe("half_price_gone");
      await tx`select private.cancel_registration(${id})`;
      expect(await tried(tx, type, { half_price: "student" })).toBe(2000);
    }));
});

describe("codes", () => {
  it("take off percent or cents, of their kinds only", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx);
      const other = await addKind(tx, event, { price: 1000 });
      await addCode(tx, event, "METADE", { percent: 50, types: [type] });
      await addCode(tx, event, "MENOS50", { cents: 5000 });
      expect(await tried(tx, type, { code: " metade ", people: [{ type: other }] })).toBe(2000 + 1000);
      expect(await tried(tx, type, { code: "MENOS50", people: [{ type }] })).toBe(3000);
      expect(await tried(tx, type, { code: "MENOS50" })).toBe(0);
      expect(await tried(tx, other, { code: "METADE" })).toBe("code_unknown");
      expect(await tried(tx, type, { code: "OUTRO" })).toBe("code_unknown");
    }));

  it("are not added to half price: the person pays the lower of the two", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx);
      await addCode(tx, event, "DEZ10", { percent: 10 });
      await addCode(tx, event, "OITENTA", { percent: 80 });
      expect(await tried(tx, type, { code: "DEZ10", half_price: "student" })).toBe(2000);
      expect(await tried(tx, type, { code: "OITENTA", half_price: "student" })).toBe(800);
    }));

  it("work between their dates, as often as they may, and come back with an order that ended", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx);
      const code = await addCode(tx, event, "UMA-VEZ", { percent: 50, most: 1 });
      const { id } = await register(tx, type, { code: "UMA-VEZ" });
      expect(await tried(tx, type, { code: "UMA-VEZ" })).toBe("code_used");
      await tx`select private.cancel_registration(${id})`;
      expect(await tried(tx, type, { code: "UMA-VEZ" })).toBe(2000);
      await tx`update public.event_codes set max_uses = null, ends_at = now() - interval '1 minute' where id = ${code}`;
      expect(await tried(tx, type, { code: "UMA-VEZ" })).toBe("code_unknown");
    }));

  it("are free until the address is confirmed, and then used", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      await addCode(tx, event, "CONVITE", { opens: true, types: [type], most: 1 });
      // Neither form holds the code: who confirms first has it.
      const [one, two] = [await submit(tx, type, { code: "CONVITE" }), await submit(tx, type, { code: "CONVITE" })];
      expect(await confirm(tx, two.id)).toBe("confirmed");
      await tx`savepoint s`;
      await expect(confirm(tx, one.id)).rejects.toMatchObject({ message: "code_used" });
      await tx`rollback to savepoint s`;
      expect(await statusOf(tx, one.id)).toBe("unconfirmed");
      expect(await tried(tx, type, { code: "CONVITE" })).toBe("code_used");
    }));

  it("of an invitation open a closed kind, others do not", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      await tx`update public.event_registration_types set opens_at = now() + interval '10 days' where id = ${type}`;
      await addCode(tx, event, "CONVITE", { opens: true, types: [type] });
      await addCode(tx, event, "DEZ10", { percent: 10 });
      expect(await tried(tx, type, {})).toBe("registration_closed");
      expect(await tried(tx, type, { code: "DEZ10" })).toBe("registration_closed");
      expect(await tried(tx, type, { code: "CONVITE" })).toBe(0);
    }));

  it("of another event do nothing", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx);
      await addCode(tx, (await makeKind(tx)).event, "DEZ10", { percent: 10 });
      expect(await tried(tx, type, { code: "DEZ10" })).toBe("code_unknown");
    }));
});

describe("add-ons", () => {
  it("end with their stock, which ended orders return", () =>
    asOwner(async (tx) => {
      const { type, dinner, large } = await orderEvent(tx, { price: 0, stock: 2 });
      const { id } = await register(tx, type, { addons: [{ variant: dinner, amount: 2 }] });
      expect(await tried(tx, type, { addons: [{ variant: dinner, amount: 1 }] })).toBe("addon_sold_out");
      expect(await tried(tx, type, { addons: [{ variant: large, amount: 1 }] })).toBe(5000);
      await tx`select private.cancel_registration(${id})`;
      expect(await tried(tx, type, { addons: [{ variant: dinner, amount: 2 }] })).toBe(12_000);
    }));

  it("are refused above the most per order, twice in a list, after their date and of another event", () =>
    asOwner(async (tx) => {
      const { event, type, dinner, large } = await orderEvent(tx, { price: 0 });
      await tx`update public.event_addons set max_per_order = 1 where event_id = ${event} and name = 'Jantar'`;
      await tx`update public.event_addons set closes_at = now() - interval '1 hour' where event_id = ${event} and name = 'Camiseta'`;
      expect(await tried(tx, type, { addons: [{ variant: dinner, amount: 2 }] })).toBe("invalid");
      const twice = { variant: dinner, amount: 1 };
      expect(await tried(tx, type, { addons: [twice, twice] })).toBe("invalid");
      expect(await tried(tx, type, { addons: [{ variant: large, amount: 1 }] })).toBe("invalid");
      const other = await orderEvent(tx);
      expect(await tried(tx, type, { addons: [{ variant: other.large, amount: 1 }] })).toBe("invalid");
    }));
});

describe("a quota across kinds", () => {
  it("limits its kinds together, also within one order, and leaves others alone", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const second = await addKind(tx, event);
      const free = await addKind(tx, event);
      await tx`
        insert into public.event_quotas (event_id, name, capacity, type_ids)
        values (${event}, 'Salão', 3, ${[type, second]}::uuid[])`;
      expect(await tried(tx, type, { people: [{ type: second }, { type: second }, { type }] })).toBe("no_places");
      expect(await tried(tx, type, { people: [{ type: second }, { type: second }] })).toBe(0);
      expect(await tried(tx, second, {})).toBe("no_places");
      expect(await tried(tx, free, {})).toBe(0);
      expect([await takenOf(tx, type), await takenOf(tx, second)]).toEqual([1, 2]);
    }));
});

describe("the price before the form is sent", () => {
  it("is the price of the order, and stores nothing", () =>
    asOwner(async (tx) => {
      const { event, type, dinner } = await orderEvent(tx, { price: PRICE });
      await addCode(tx, event, "DEZ10", { percent: 10 });
      const payload = {
        type,
        half_price: "older",
        people: [{ type }],
        addons: [{ variant: dinner, amount: 1 }],
        code: "DEZ10",
      };
      const [row] = await tx`select public.quote_order(${tx.json(payload)}) as answer`;
      expect(row!.answer).toMatchObject({
        outcome: "saved",
        total_cents: 2000 + 3601 + 6000,
        addons_cents: 6000,
        discount_cents: 400,
        people: 2,
      });
      expect(await tx`select from public.event_orders where event_id = ${event}`).toHaveLength(0);
      expect(await tried(tx, type, payload)).toBe(2000 + 3601 + 6000);
    }));
});
