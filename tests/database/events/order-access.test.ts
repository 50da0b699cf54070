import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, ID_OF, NOBODY, type Account } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addCode, orderEvent } from "./order-support";
import { register } from "./registration-support";

const EVENT = "(select event_id from public.event_addons where name = 'Jantar' limit 1)";
const ORDER = "(select order_id from public.event_order_children limit 1)";
const VARIANT = "(select variant_id from public.event_order_addons limit 1)";

/** An event of `user` with an order of `another_user` that has a child, a dinner and a code. */
async function addRows(tx: TransactionSql): Promise<void> {
  const { event, type, dinner } = await orderEvent(tx);
  await tx`insert into public.event_order_settings (event_id, allows_children) values (${event}, true)`;
  await tx`insert into public.event_quotas (event_id, name, capacity, type_ids) values (${event}, 'Salão', 50, ${[type]}::uuid[])`;
  await addCode(tx, event, "DEZ10", { percent: 10 });
  const { id } = await register(tx, type, {
    children: { up_to_5: 1 },
    addons: [{ variant: dinner, amount: 1 }],
    code: "DEZ10",
  });
  await tx`update public.event_registrations set user_id = ${ID_OF.another_user} where id = ${id}`;
}

const PAGE = ["user", ...EDITORS_UP] as const;
const READERS = ["user", "another_user", ...EDITORS_UP] as const;

describeAccess("half_price_categories", null, [
  ["select", ACTORS, "select law from public.half_price_categories"],
  [
    "insert",
    NOBODY,
    `insert into public.half_price_categories values ('x_x', 'X', '{}', 'Lei', 'https://example.org', true, 9)`,
  ],
  ["update", NOBODY, "update public.half_price_categories set counts_in_share = false"],
  ["delete", NOBODY, "delete from public.half_price_categories"],
]);

describeAccess("event_order_settings", addRows, [
  ["select", ACTORS, `select max_people from public.event_order_settings where event_id = ${EVENT}`],
  [
    "insert",
    NOBODY,
    "insert into public.event_order_settings (event_id) select id from public.events limit 1",
    addRows,
  ],
  ["update", NOBODY, "update public.event_order_settings set half_price = false"],
  ["delete", NOBODY, "delete from public.event_order_settings"],
]);

describeAccess("event_quotas", addRows, [
  ["select", PAGE, "select name from public.event_quotas"],
  [
    "insert",
    NOBODY,
    `insert into public.event_quotas (event_id, name, capacity, type_ids)
     select event_id, 'X', 1, array[id] from public.event_registration_types limit 1`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_quotas set capacity = 0"],
  ["delete", NOBODY, "delete from public.event_quotas"],
]);

describeAccess("event_addons", addRows, [
  ["select", ACTORS, "select name from public.event_addons"],
  [
    "insert",
    NOBODY,
    `insert into public.event_addons (event_id, name, price_cents) values (${EVENT}, 'X', 0)`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_addons set price_cents = 0"],
  ["delete", NOBODY, "delete from public.event_addons"],
]);

describeAccess("event_addon_variants", addRows, [
  ["select", ACTORS, "select stock from public.event_addon_variants"],
  [
    "insert",
    NOBODY,
    "insert into public.event_addon_variants (addon_id, name) select id, 'X' from public.event_addons limit 1",
    addRows,
  ],
  ["update", NOBODY, "update public.event_addon_variants set stock = 100"],
  ["delete", NOBODY, "delete from public.event_addon_variants"],
]);

describeAccess("event_codes", addRows, [
  ["select", PAGE, "select code from public.event_codes"],
  [
    "insert",
    NOBODY,
    `insert into public.event_codes (event_id, code, percent) values (${EVENT}, 'GRATIS', 100)`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_codes set percent = 100"],
  ["delete", NOBODY, "delete from public.event_codes"],
]);

describeAccess("event_orders", addRows, [
  ["select", READERS, `select id from public.event_orders where event_id = ${EVENT}`],
  ["insert", NOBODY, `insert into public.event_orders (event_id) values (${EVENT})`, addRows],
  ["update", NOBODY, "update public.event_orders set discount_cents = 1"],
  ["delete", NOBODY, "delete from public.event_orders"],
]);

describeAccess("event_order_children", addRows, [
  ["select", READERS, "select amount from public.event_order_children"],
  [
    "insert",
    NOBODY,
    `insert into public.event_order_children (order_id, age_band, amount) values (${ORDER}, 'from_6_to_11', 1)`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_order_children set amount = 2"],
  ["delete", NOBODY, "delete from public.event_order_children"],
]);

describeAccess("event_order_addons", addRows, [
  ["select", READERS, "select amount from public.event_order_addons"],
  [
    "insert",
    NOBODY,
    `insert into public.event_order_addons (order_id, variant_id, amount, unit_cents)
     select id, ${VARIANT}, 1, 0 from public.event_orders limit 1`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_order_addons set unit_cents = 0"],
  ["delete", NOBODY, "delete from public.event_order_addons"],
]);

describe("the page of the orders of an event", () => {
  const rules = { min_people: 1, max_people: 10, half_price: true, half_price_share: 50, allows_children: false };
  const form = (more: object = {}) => ({
    expected_version: null,
    rules,
    quotas: [],
    addons: [{ name: "Kit", price_cents: 1000, max_per_order: 2, variants: [{ name: "", stock: 3 }] }],
    codes: [{ code: "dez10", percent: 10 }],
    ...more,
  });
  const save = (tx: TransactionSql, by: Account, event: string, payload: object) =>
    callAs(tx, by, (as) => keyOf(as`select public.save_order_form(${event}, ${as.json(payload as never)}) as answer`));

  it("stores all parts for people with the page, and reads them with what was used", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx);
      await tx`delete from public.event_addons where event_id = ${event}`;
      const quotas = [{ name: "Salão", capacity: 5, type_ids: [type] }];
      expect(await save(tx, "user", event, form({ quotas }))).toBe("saved");
      await register(tx, type, { code: "DEZ10" });
      const [row] = await callAs(
        tx,
        "user",
        (as) => as<{ answer: Record<string, unknown> }[]>`select public.read_order_form(${event}) as answer`,
      );
      expect(row!.answer).toMatchObject({
        rules: { half_price_share: 50, max_people: 10 },
        quotas: [{ name: "Salão", capacity: 5, taken: 1 }],
        addons: [{ name: "Kit", variants: [{ name: "", stock: 3, ordered: 0 }] }],
        codes: [{ code: "DEZ10", percent: 10, uses: 1 }],
      });
      // The form that was read before does not write over the newer one.
      expect(await save(tx, "user", event, form())).toBe("conflict");
    }));

  it.each(["another_user", "vendedor"] as const)("is closed to %s", (account) =>
    asOwner(async (tx) => {
      const { event } = await orderEvent(tx);
      await expect(save(tx, account, event, form())).rejects.toMatchObject({ code: "42501" });
    }),
  );

  it.each([
    ["a share below the law", { rules: { ...rules, half_price_share: 30 } }, "half_price_share"],
    ["an invitation without kinds", { codes: [{ code: "CONVITE", opens_kinds: true }] }, "codes.0.type_ids"],
    ["a code that does nothing", { codes: [{ code: "NADA" }] }, "codes.0.percent"],
    [
      "the same code twice",
      {
        codes: [
          { code: "DEZ10", percent: 10 },
          { code: "dez10", percent: 20 },
        ],
      },
      "codes.1.code",
    ],
    [
      "an add-on without variants",
      { addons: [{ name: "X", price_cents: 1, max_per_order: 1, variants: [] }] },
      "addons.0.variants",
    ],
    ["a kind of another event", { quotas: [{ name: "X", capacity: 1, type_ids: [ID_OF.user] }] }, "quotas.0.type_ids"],
  ])("refuses %s", (_, more, detail) =>
    asOwner(async (tx) => {
      const { event } = await orderEvent(tx);
      await tx`delete from public.event_addons where event_id = ${event}`;
      await expect(save(tx, "user", event, form(more))).rejects.toMatchObject({ message: "invalid", detail });
    }),
  );

  it("does not delete an add-on that was ordered", () =>
    asOwner(async (tx) => {
      const { event, type, dinner } = await orderEvent(tx);
      await register(tx, type, { addons: [{ variant: dinner, amount: 1 }] });
      await expect(save(tx, "user", event, form())).rejects.toMatchObject({ message: "addon_ordered" });
    }));
});
