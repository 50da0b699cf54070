import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner, asRole, connect } from "../as-role";

const sql = connect();

const add = (tx: TransactionSql, isActive = true) =>
  tx`insert into public.publication_plans (name, price, duration_days, is_active) values ('Plano de teste', 149.90, 30, ${isActive}) returning id`;

describeAccess(sql, "publication_plans", [
  {
    verb: "select",
    what: "an active plan",
    can: ACTORS,
    arrange: (tx) => add(tx),
    run: (tx) => tx`select 1 from public.publication_plans where name = 'Plano de teste'`,
  },
  {
    verb: "select",
    what: "an inactive plan",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => add(tx, false),
    run: (tx) => tx`select 1 from public.publication_plans where name = 'Plano de teste'`,
  },
  {
    verb: "insert",
    can: MAIN_ADMINS_UP,
    run: (tx) => tx`insert into public.publication_plans (name, price, duration_days) values ('Outro', 10, 1)`,
  },
  {
    verb: "update",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => add(tx),
    run: (tx) => tx`update public.publication_plans set price = 1 where name = 'Plano de teste'`,
  },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => add(tx),
    run: (tx) => tx`delete from public.publication_plans where name = 'Plano de teste'`,
  },
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
    const change = asOwner(sql, async (tx) => {
      await add(tx);
      await tx`update public.publication_plans set ${tx({ [column]: value })} where name = 'Plano de teste'`;
    });
    await expect(change).rejects.toMatchObject({ code: "23514" });
  });

  it("writes audit entries that plan managers can read", async () => {
    const trail = await asRole(sql, "main_admin", async (tx) => {
      const [plan] = await tx<
        { id: string }[]
      >`insert into public.publication_plans (name, price, duration_days) values ('Com trilha', 10, 1) returning id`;
      await tx`update public.publication_plans set price = 20 where id = ${plan!.id}`;
      return tx`select * from public.record_trail('publication_plans', ${plan!.id})`;
    });
    expect(trail).toHaveLength(2);
  });
});
