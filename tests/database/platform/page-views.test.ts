import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, connect } from "../as-role";

const sql = connect();

const insert = (tx: TransactionSql) =>
  tx`insert into public.page_views (page_path, user_id, state_abbr) values ('/sc/home', ${ID_OF.user}, 'SC')`;
const update = (tx: TransactionSql) => tx`update public.page_views set page_path = '/x' where user_id = ${ID_OF.user}`;
const remove = (tx: TransactionSql) => tx`delete from public.page_views where user_id = ${ID_OF.user}`;

describeAccess(sql, "page_views", [
  {
    verb: "select",
    can: ADMINS_UP,
    arrange: insert,
    run: (tx) => tx`select 1 from public.page_views where user_id = ${ID_OF.user}`,
  },
  { verb: "insert", can: NOBODY, run: insert },
  { verb: "update", can: NOBODY, arrange: insert, run: update },
  { verb: "delete", can: NOBODY, arrange: insert, run: remove },
]);

describe("page views", () => {
  it("are inserted by the server", async () => {
    expect((await asRole(sql, "service_role", async (tx) => insert(tx))).count).toBe(1);
  });

  it.each([
    ["updated", update],
    ["deleted", remove],
  ])("cannot be %s by the server either", async (_, run) => {
    await expect(asRole(sql, "service_role", async (tx) => run(tx), insert)).rejects.toMatchObject({ code: "42501" });
  });

  it("are kept after the account is deleted, without its id", async () => {
    const rows = await asOwner(sql, async (tx) => {
      await insert(tx);
      await tx`delete from auth.users where id = ${ID_OF.user}`;
      return tx`select user_id from public.page_views where page_path = '/sc/home' order by id desc limit 1`;
    });
    expect(rows[0]).toEqual({ user_id: null });
  });

  it.each(["sc/home", "", `/${"a".repeat(300)}`])("refuse the path %j", async (path) => {
    await expect(
      asOwner(sql, (tx) => tx`insert into public.page_views (page_path) values (${path})`),
    ).rejects.toMatchObject({
      code: "23514",
    });
  });
});
