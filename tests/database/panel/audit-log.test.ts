import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asOwner, asRole, callAs, sql } from "../as-role";

const insert = (tx: TransactionSql) => tx`
  insert into public.audit_log (actor_id, action, entity, entity_id) values (${ID_OF.user}, 'update', 'test', '1')`;
const update = (tx: TransactionSql) => tx`update public.audit_log set reason = 'x' where entity = 'test'`;
const remove = (tx: TransactionSql) => tx`delete from public.audit_log where entity = 'test'`;

describeAccess("audit_log", insert, [
  ["select", MAIN_ADMINS_UP, "select 1 from public.audit_log where entity = 'test'"],
  ["insert", NOBODY, insert],
  ["update", NOBODY, update],
  ["delete", NOBODY, remove],
]);

it.each([
  ["insert into", insert],
  ["update", update],
  ["delete from", remove],
])("the server cannot %s audit log entries either", async (_, run) => {
  await expect(asRole("service_role", insert, async (tx) => run(tx))).rejects.toMatchObject({ code: "42501" });
});

describe("changes are recorded", () => {
  const entriesOf = (actor: Parameters<typeof asRole>[0], change: (tx: TransactionSql) => Promise<unknown>) =>
    asOwner(async (tx) => {
      const [last] = await tx`select coalesce(max(id), 0)::int as id from public.audit_log`;
      await callAs(tx, actor, () => change(tx));
      const rows = await tx`
        select actor_id, action, entity, entity_id, before, after, reason from public.audit_log where id > ${last?.id} order by id`;
      return [...rows];
    });

  it("with the actor, the action and only the changed columns", async () => {
    const entries = await entriesOf(
      "editor",
      (tx) => tx`
      update public.state_contents set headline = 'Nova', intro = intro where state_abbr = 'SC'`,
    );
    expect(entries).toMatchObject([
      {
        actor_id: ID_OF.editor,
        action: "update",
        entity: "state_contents",
        entity_id: "SC",
        after: { headline: "Nova" },
      },
    ]);
    expect(Object.keys(entries[0]?.before as object)).toEqual(["headline"]);
  });

  it("for added and removed permissions of a role", async () => {
    const entries = await entriesOf("superadministrador", async (tx) => {
      await tx`insert into public.role_permissions (role, permission_key) values ('editor', 'users')`;
      await tx`delete from public.role_permissions where role = 'editor' and permission_key = 'users'`;
    });
    expect(entries.map(({ action, entity_id }) => [action, entity_id])).toEqual([
      ["insert", "editor/users"],
      ["delete", "editor/users"],
    ]);
  });

  it("with a reason when the server changes a role", async () => {
    const entries = await entriesOf("service_role", async (tx) => {
      await tx`select set_config('app.audit_reason', 'pedido 12', true)`;
      await tx`update public.profiles set role = 'vendedor', full_name = 'Ana', phone = '+55' where id = ${ID_OF.user}`;
    });
    expect(entries).toEqual([
      {
        actor_id: null,
        action: "update",
        entity: "profiles",
        entity_id: ID_OF.user,
        before: { role: "user" },
        after: { role: "vendedor" },
        reason: "pedido 12",
      },
    ]);
  });

  it.each([
    [
      "regions",
      (tx: TransactionSql) => tx`insert into public.regions (name, slug, state_abbr) values ('R', 'r-test', 'SC')`,
    ],
    ["cities", (tx: TransactionSql) => tx`update public.cities set intro = 'x' where ibge_code = 4202404`],
    [
      "app_settings",
      (tx: TransactionSql) => tx`update public.app_settings set value = 'x' where key = 'contact_phone'`,
    ],
    [
      "payment_settings",
      (tx: TransactionSql) => tx`update public.payment_settings set is_public = false where key = 'pix_config'`,
    ],
    [
      "permission_definitions",
      (tx: TransactionSql) => tx`update public.permission_definitions set label = 'x' where key = 'users'`,
    ],
  ])("in %s", async (entity, change) => {
    const entries = await entriesOf("main_admin", async (tx) => change(tx));
    expect(entries).toMatchObject([{ entity, actor_id: ID_OF.main_admin }]);
  });

  it("but not for an account's own preferences", async () => {
    const entries = await entriesOf(
      "user",
      (tx) => tx`
      update public.profiles set full_name = 'Ana', phone = '+55', theme = 'light' where id = ${ID_OF.user}`,
    );
    expect(entries).toEqual([]);
  });

  it("but not for a save without changes", async () => {
    const entries = await entriesOf(
      "editor",
      (tx) => tx`update public.state_contents set intro = intro where state_abbr = 'SC'`,
    );
    expect(entries).toEqual([]);
  });
});

it("the seed writes no audit entries", async () => {
  const rows =
    await sql`select 1 from public.audit_log where entity in ('cities', 'regions', 'state_contents', 'app_settings')`;
  expect(rows.count).toBe(0);
});
