import { readFileSync } from "node:fs";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { plansStep } from "../../../supabase/seed/plans";
import { asOwner, asRole, becomeRole } from "../as-role";

const add = (tx: TransactionSql, isActive = true) =>
  tx`insert into public.publication_plans (name, price, duration_days, is_active) values ('Plano de teste', 149.90, 30, ${isActive}) returning id`;

/** A plan that the seed suggests. */
const suggest = (tx: TransactionSql) => tx`
  insert into public.publication_plans (name, price, duration_days, is_example)
  values ('Plano de teste', 149.90, 30, true) returning id`;

const isExample = async (tx: TransactionSql) =>
  (await tx`select is_example from public.publication_plans where name like 'Plano de teste%'`)[0]!.is_example;

describeAccess("publication_plans", (tx) => add(tx), [
  ["select an active plan", ACTORS, "select 1 from public.publication_plans where name = 'Plano de teste'"],
  [
    "select an inactive plan",
    MAIN_ADMINS_UP,
    "select 1 from public.publication_plans where name = 'Plano de teste'",
    (tx) => add(tx, false),
  ],
  [
    "insert",
    MAIN_ADMINS_UP,
    "insert into public.publication_plans (name, price, duration_days) values ('Outro', 10, 1)",
  ],
  [
    "select a suggested plan",
    MAIN_ADMINS_UP,
    "select 1 from public.publication_plans where name = 'Plano de teste'",
    suggest,
  ],
  [
    "select a plan of a type that nobody can buy",
    MAIN_ADMINS_UP,
    "select 1 from public.publication_plans where name = 'Plano de teste'",
    async (tx) => {
      await add(tx);
      await tx`update public.publication_plans set plan_type = 'event_highlight' where name = 'Plano de teste'`;
    },
  ],
  [
    "insert a suggested plan",
    NOBODY,
    "insert into public.publication_plans (name, price, duration_days, is_example) values ('Outro', 10, 1, true)",
  ],
  [
    "update a suggested plan",
    MAIN_ADMINS_UP,
    "update public.publication_plans set price = 1 where name = 'Plano de teste'",
    suggest,
  ],
  [
    "update the flag of a suggested plan",
    NOBODY,
    "update public.publication_plans set is_example = false where name = 'Plano de teste'",
    suggest,
  ],
  [
    "update the flag of a plan",
    NOBODY,
    "update public.publication_plans set is_example = true where name = 'Plano de teste'",
  ],
  ["update", MAIN_ADMINS_UP, "update public.publication_plans set price = 1 where name = 'Plano de teste'"],
  ["delete", MAIN_ADMINS_UP, "delete from public.publication_plans where name = 'Plano de teste'"],
]);

describe("a plan", () => {
  it.each([
    ["price", 0],
    ["price", -1],
    ["duration_days", 0],
    ["duration_days", 1101],
    ["states_limit", 0],
    ["states_limit", 28],
    ["placements_limit", 0],
    ["plan_type", "lifetime"],
    ["stripe_price_id", "prod_123"],
    ["name", "  "],
  ])("does not accept %s of %s", async (column, value) => {
    const change = asOwner(async (tx) => {
      await add(tx);
      await tx`update public.publication_plans set ${tx({ [column]: value })} where name = 'Plano de teste'`;
    });
    await expect(change).rejects.toMatchObject({ code: "23514" });
  });

  it("writes audit entries that plan managers can read", async () => {
    const trail = await asRole("main_admin", async (tx) => {
      const [plan] = await tx<
        { id: string }[]
      >`insert into public.publication_plans (name, price, duration_days) values ('Com trilha', 10, 1) returning id`;
      await tx`update public.publication_plans set price = 20 where id = ${plan!.id}`;
      return tx`select * from public.record_trail('publication_plans', ${plan!.id})`;
    });
    expect(trail).toHaveLength(2);
  });
});

describe("a suggested plan", () => {
  it.each([
    ["another price", { price: 99 }],
    ["the same price, which accepts the suggestion", { price: 149.9 }],
    ["another name", { name: "Plano de teste 2" }],
    ["another duration", { duration_days: 60 }],
    ["places", { placements: ["home_top"] }],
    ["a limit of states", { states_limit: 1 }],
    ["a limit of places", { placements_limit: 1 }],
    ["another description", { description: "Na página inicial" }],
  ])("saved with %s is read by everybody", async (_, changes) => {
    await asOwner(async (tx) => {
      await suggest(tx);
      await becomeRole(tx, "main_admin");
      await tx`update public.publication_plans set ${tx(changes)} where name = 'Plano de teste'`;
      await becomeRole(tx, "anon");
      expect(await isExample(tx)).toBe(false);
    });
  });

  it.each([
    ["switched off", { is_active: false }],
    ["moved in the list", { display_order: 7 }],
  ])("%s is still suggested", async (_, changes) => {
    const flag = await asRole("main_admin", suggest, async (tx) => {
      await tx`update public.publication_plans set ${tx(changes)} where name = 'Plano de teste'`;
      return isExample(tx);
    });
    expect(flag).toBe(true);
  });

  it("is saved by save_record of the panel, which cannot write the flag", async () => {
    await asOwner(async (tx) => {
      const [plan] = await suggest(tx);
      await becomeRole(tx, "main_admin");
      const save = (changes: object) =>
        tx.savepoint(
          (saving) => saving`
          select public.save_record('publication_plans', ${plan!.id}, null, ${tx.json(changes as never)}) as answer`,
        );
      await expect(save({ is_example: false })).rejects.toMatchObject({ code: "42501" });
      await expect(save({ is_example: false, price: 149.9 })).rejects.toMatchObject({ code: "42501" });
      expect((await save({ price: 149.9, is_active: true }))[0]!.answer).toMatchObject({ outcome: "saved" });
      expect(await isExample(tx)).toBe(false);
    });
  });
});

describe("the seed", () => {
  const suggested = (tx: TransactionSql) => tx<{ plan_type: string; count: number; examples: number }[]>`
    select plan_type, count(*)::integer, count(*) filter (where is_example)::integer as examples
    from public.publication_plans group by 1 order by 1`;

  it("suggests plans of the buyable types, in a portal without plans", async () => {
    await asOwner(async (tx) => {
      await tx`delete from public.service_plans`;
      await tx`delete from public.publication_plans where id not in (select plan_id from public.sales)`;
      await plansStep.write(tx);
      expect(await suggested(tx)).toEqual([
        { plan_type: "ad_banner", count: 3, examples: 3 },
        { plan_type: "listing", count: 2, examples: 2 },
      ]);
    });
  });

  it("suggests no plans of a type that has one", async () => {
    await asOwner(async (tx) => {
      await tx`delete from public.service_plans`;
      await tx`delete from public.publication_plans where id not in (select plan_id from public.sales)`;
      await add(tx);
      await plansStep.write(tx);
      expect(await suggested(tx)).toEqual([
        { plan_type: "ad_banner", count: 1, examples: 0 },
        { plan_type: "listing", count: 2, examples: 2 },
      ]);
    });
  });
});

describe("the migration of a database with the example plans of earlier versions", () => {
  const NOTE = "Valor de exemplo: troque em Planos de Publicidade antes de vender.";
  const STATEMENTS =
    readFileSync("supabase/migrations/20261201024124_example_plans.sql", "utf8").match(
      /^update public\.publication_plans[^;]*;/gm,
    ) ?? [];

  it.each([
    ["unedited", {}, [true, "Banner por 30 dias", null, "Banner for 30 days"]],
    ["unedited and switched off", { is_active: false }, [true, "Banner por 30 dias", null, "Banner for 30 days"]],
    ["with another price", { price: 250 }, [false, "Banner por 30 dias", null, null]],
    ["with another name", { name: "Banner do mês" }, [false, "Banner do mês", null, null]],
    ["with another description", { description: "Na capa" }, [false, "Banner por 30 dias", "Na capa", null]],
    ["with places", { placements: ["home_top"] }, [false, "Banner por 30 dias", null, null]],
  ] as const)("a plan %s", async (_, changes, expected) => {
    const row = await asOwner(async (tx) => {
      const seeded = { name: "Exemplo: banner 30 dias", description: NOTE, price: 190, duration_days: 30, ...changes };
      const [plan] = await tx`insert into public.publication_plans ${tx(seeded as never)} returning id`;
      await tx`alter table public.publication_plans disable trigger publication_plans_example`;
      for (const statement of STATEMENTS) await tx.unsafe(statement);
      return tx`
        select is_example, name, description, translations -> 'en' ->> 'name' as english
        from public.publication_plans where id = ${plan!.id}`;
    });
    expect(STATEMENTS).toHaveLength(3);
    expect(Object.values(row[0]!)).toEqual(expected);
  });
});
