import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, MAIN_ADMINS_UP } from "../actors";
import { asRole, connect } from "../as-role";

const sql = connect();

const add = (isPublic: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.app_settings (key, value, is_public) values ('test_setting', 'x', ${isPublic})`;
const select = (tx: TransactionSql) => tx`select 1 from public.app_settings where key = 'test_setting'`;
const update = (tx: TransactionSql) => tx`update public.app_settings set value = 'y' where key = 'test_setting'`;

describeAccess(sql, "app_settings", [
  { verb: "select", what: "a public setting", can: ACTORS, arrange: add(true), run: select },
  { verb: "select", what: "an internal setting", can: MAIN_ADMINS_UP, arrange: add(false), run: select },
  { verb: "insert", can: MAIN_ADMINS_UP, run: add(true) },
  { verb: "update", can: MAIN_ADMINS_UP, arrange: add(true), run: update },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: add(true),
    run: (tx) => tx`delete from public.app_settings where key = 'test_setting'`,
  },
]);

it.each(["settings"])(
  "an editor with permission %s can update only settings that belong to no other page",
  async (permission) => {
    const { count } = await asRole(
      sql,
      "editor",
      async (tx) => update(tx),
      async (tx) => {
        await add(false)(tx);
        await tx`update public.profiles set permissions = ${[permission]} where id = ${ID_OF.editor}`;
      },
    );
    expect(count).toBe(1);
  },
);
