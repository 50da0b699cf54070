import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner, asRole } from "../as-role";

const add = (tx: TransactionSql, isActive = true) =>
  tx`insert into public.publication_plans (name, price, duration_days, is_active) values ('Plano de teste', 149.90, 30, ${isActive}) returning id`;

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
