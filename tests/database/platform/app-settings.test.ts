import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, MAIN_ADMINS_UP } from "../actors";
import { asRole } from "../as-role";

const add = (isPublic: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.app_settings (key, value, is_public) values ('test_setting', 'x', ${isPublic})`;
const select = (tx: TransactionSql) => tx`select 1 from public.app_settings where key = 'test_setting'`;
const update = (tx: TransactionSql) => tx`update public.app_settings set value = 'y' where key = 'test_setting'`;

describeAccess("app_settings", add(true), [
  ["select a public setting", ACTORS, select],
  ["select an internal setting", MAIN_ADMINS_UP, select, add(false)],
  ["insert", MAIN_ADMINS_UP, add(true)],
  ["update", MAIN_ADMINS_UP, update],
  ["delete", MAIN_ADMINS_UP, "delete from public.app_settings where key = 'test_setting'"],
]);

it.each(["settings"])(
  "an editor with permission %s can update only settings that belong to no other page",
  async (permission) => {
    const { count } = await asRole(
      "editor",
      async (tx) => {
        await add(false)(tx);
        await tx`update public.profiles set permissions = ${[permission]} where id = ${ID_OF.editor}`;
      },
      async (tx) => update(tx),
    );
    expect(count).toBe(1);
  },
);
