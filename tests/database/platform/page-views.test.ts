import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole } from "../as-role";

const insert = (tx: TransactionSql) =>
  tx`insert into public.page_views (page_path, user_id, state_abbr) values ('/sc/home', ${ID_OF.user}, 'SC')`;
const update = (tx: TransactionSql) => tx`update public.page_views set page_path = '/x' where user_id = ${ID_OF.user}`;
const remove = (tx: TransactionSql) => tx`delete from public.page_views where user_id = ${ID_OF.user}`;

describeAccess("page_views", insert, [
  ["select", ADMINS_UP, (tx) => tx`select 1 from public.page_views where user_id = ${ID_OF.user}`],
  ["insert", NOBODY, insert],
  ["update", NOBODY, update],
  ["delete", NOBODY, remove],
]);

describe("page views", () => {
  it("are inserted by the server", async () => {
    expect((await asRole("service_role", async (tx) => insert(tx))).count).toBe(1);
  });

  it.each([
    ["updated", update],
    ["deleted", remove],
  ])("cannot be %s by the server either", async (_, run) => {
    await expect(asRole("service_role", insert, async (tx) => run(tx))).rejects.toMatchObject({ code: "42501" });
  });

  it("are kept after the account is deleted, without its id", async () => {
    const rows = await asOwner(async (tx) => {
      await insert(tx);
      await tx`delete from auth.users where id = ${ID_OF.user}`;
      return tx`select user_id from public.page_views where page_path = '/sc/home' order by id desc limit 1`;
    });
    expect(rows[0]).toEqual({ user_id: null });
  });

  it.each(["sc/home", "", `/${"a".repeat(300)}`])("refuse the path %j", async (path) => {
    await expect(asOwner((tx) => tx`insert into public.page_views (page_path) values (${path})`)).rejects.toMatchObject(
      {
        code: "23514",
      },
    );
  });
});
