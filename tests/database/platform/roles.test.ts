import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { defaultPermissions, PERMISSIONS, ROLES } from "@/lib/platform/auth/permissions";
import { describeAccess } from "../access";
import { ACCOUNTS, ID_OF, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asRole, sql } from "../as-role";

const grant = (role: string) => (tx: TransactionSql) =>
  tx`insert into public.role_permissions (role, permission_key) values (${role}, 'access_log')`;
const revoke = (role: string) => (tx: TransactionSql) =>
  tx`delete from public.role_permissions where role = ${role} and permission_key = 'dashboard'`;
const define = (tx: TransactionSql) =>
  tx`insert into public.permission_definitions (key, area, label, description) values ('test_key', 'geral', 'Teste', 'Teste')`;

describeAccess("roles", null, [
  ["select", ACCOUNTS, "select 1 from public.roles where name = 'editor'"],
  ["insert", NOBODY, "insert into public.roles (name, rank, label) values ('deus', 7, 'Deus')"],
  ["update", NOBODY, "update public.roles set rank = 9 where name = 'user'"],
  ["delete", NOBODY, "delete from public.roles where name = 'vendedor'"],
]);

describeAccess("permission_definitions", null, [
  ["select", ACCOUNTS, "select 1 from public.permission_definitions where key = 'users'"],
  ["insert", MAIN_ADMINS_UP, define],
  ["update", MAIN_ADMINS_UP, "update public.permission_definitions set label = 'Contas' where key = 'users'"],
  ["delete", MAIN_ADMINS_UP, "delete from public.permission_definitions where key = 'test_key'", define],
]);

describeAccess("role_permissions", grant("editor"), [
  ["select", ACCOUNTS, "select 1 from public.role_permissions where role = 'editor'", null],
  ["insert for editor", MAIN_ADMINS_UP, grant("editor")],
  ["insert for main_admin", ["superadministrador"], grant("main_admin")],
  [
    "insert for superadministrador",
    NOBODY,
    grant("superadministrador"),
    "delete from public.role_permissions where role = 'superadministrador' and permission_key = 'access_log'",
  ],
  [
    "update from editor to admin",
    MAIN_ADMINS_UP,
    "update public.role_permissions set role = 'admin' where role = 'editor' and permission_key = 'access_log'",
  ],
  [
    "update from editor to main_admin",
    ["superadministrador"],
    "update public.role_permissions set role = 'main_admin' where role = 'editor' and permission_key = 'access_log'",
  ],
  ["delete of editor", MAIN_ADMINS_UP, revoke("editor"), null],
  ["delete of main_admin", ["superadministrador"], revoke("main_admin"), null],
  ["delete of superadministrador", NOBODY, revoke("superadministrador"), null],
]);

describe("roles and permissions", () => {
  it("are those of the code, in the same order", async () => {
    const rows = await sql`select name from public.roles order by rank`;
    expect(rows.map((row) => row.name)).toEqual([...ROLES]);
  });

  it("are exactly those of the code", async () => {
    const rows = await sql`select key from public.permission_definitions`;
    expect(rows.map((row) => row.key as string).toSorted()).toEqual(Object.keys(PERMISSIONS).toSorted());
  });

  it.each(ROLES)("give %s exactly the permissions of the code", async (role) => {
    const rows = await sql`select permission_key from public.role_permissions where role = ${role}`;
    expect(rows.map((row) => row.permission_key as string).toSorted()).toEqual(defaultPermissions(role).toSorted());
  });

  it("cannot be deleted while a role has them", async () => {
    const remove = asRole(
      "superadministrador",
      (tx) => tx`delete from public.permission_definitions where key = 'users'`,
    );
    await expect(remove).rejects.toMatchObject({ code: "23503" });
  });

  it("let an editor with 'permissions' change lower roles only", async () => {
    const give = (tx: TransactionSql) =>
      tx`update public.profiles set permissions = '{permissions}' where id = ${ID_OF.editor}`;
    await expect(asRole("editor", give, async (tx) => grant("vendedor")(tx))).resolves.toMatchObject({ count: 1 });
    await expect(asRole("editor", give, async (tx) => grant("editor")(tx))).rejects.toMatchObject({
      code: "42501",
    });
    await expect(asRole("editor", give, async (tx) => grant("admin")(tx))).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("a permission", () => {
  const has = async (
    actor: Parameters<typeof asRole>[0],
    key: string,
    arrange?: (tx: TransactionSql) => Promise<unknown>,
  ) => {
    // API roles cannot call functions of schema private, but policies can: tested through a policy that requires only this key.
    const rows = await asRole(
      actor,
      async (tx) => {
        await tx`insert into public.app_settings (key, value) values ('test_hidden', '')`;
        await tx`drop policy "signed-in accounts read public settings, managers theirs" on public.app_settings`;
        await tx.unsafe(
          `create policy test on public.app_settings for select to authenticated using (private.has_permission('${key}'))`,
        );
        await arrange?.(tx);
      },
      (tx) => tx`select 1 from public.app_settings where key = 'test_hidden'`,
    );
    return rows.count === 1;
  };

  it("is granted by the role", async () => {
    expect(await has("editor", "blog")).toBe(true);
    expect(await has("vendedor", "blog")).toBe(false);
  });

  it("is granted by the account's own list", async () => {
    const give = (tx: TransactionSql) => tx`update public.profiles set permissions = '{blog}' where id = ${ID_OF.user}`;
    expect(await has("user", "blog", give)).toBe(true);
    expect(await has("another_user", "blog", give)).toBe(false);
  });

  it("is always granted to the two highest roles, even an unknown one", async () => {
    expect(await has("main_admin", "system_backup")).toBe(true);
    expect(await has("superadministrador", "never_defined")).toBe(true);
    expect(await has("admin", "never_defined")).toBe(false);
  });

  it("is not granted while the account is blocked", async () => {
    const block = (tx: TransactionSql) =>
      tx`update public.profiles set blocked_at = now() where role = 'superadministrador'`;
    expect(await has("superadministrador", "blog", block)).toBe(false);
  });

  it("cannot be queried by name through the API", async () => {
    const ask = asRole("user", (tx) => tx`select private.has_permission('blog')`);
    await expect(ask).rejects.toMatchObject({ code: "42501" });
  });
});
