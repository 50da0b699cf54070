import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACCOUNTS, ID_OF, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asOwner, asRole } from "../as-role";

const NEW_ACCOUNT = "00000000-0000-4000-8000-00000000b001";

describeAccess("profiles", null, [
  [
    "select the user's profile",
    ["user", ...MAIN_ADMINS_UP],
    `select 1 from public.profiles where id = '${ID_OF.user}'`,
  ],
  ["select their own profile", ACCOUNTS, "select 1 from public.profiles where id = auth.uid()"],
  [
    "insert",
    NOBODY,
    `insert into public.profiles (id, username) values ('${ID_OF.user}', 'Ana')`,
    `delete from public.profiles where id = '${ID_OF.user}'`,
  ],
  ["update the user's profile", ["user"], `update public.profiles set username = 'Ana' where id = '${ID_OF.user}'`],
  [
    "update their own preferences",
    ACCOUNTS,
    `update public.profiles set locale = 'en-US', theme = 'light', phone = '+55', home_state = 'SC', marketing_opt_in = true
      where id = auth.uid()`,
  ],
  [
    "update their own role",
    NOBODY,
    "update public.profiles set role = 'test_role' where id = auth.uid()",
    // A role that no actor has, so that every update is a change.
    "insert into public.roles (name, rank, label) values ('test_role', 0, 'Teste')",
  ],
  ["delete", NOBODY, `delete from public.profiles where id = '${ID_OF.user}'`],
]);

describe("an account cannot write to its own profile", () => {
  it.each(["role", "permissions", "email_verified_at", "blocked_at", "id", "created_at"])("%s", async (column) => {
    const values: Record<string, unknown> = {
      role: "superadministrador",
      permissions: ["users"],
      email_verified_at: "2026-01-01",
      blocked_at: "2026-01-01",
      id: NEW_ACCOUNT,
      created_at: "2020-01-01",
    };
    const update = asRole(
      "user",
      (tx) => tx`
      update public.profiles set ${tx({ [column]: values[column] } as Record<string, string>)} where id = ${ID_OF.user}`,
    );
    await expect(update).rejects.toMatchObject({ code: "42501" });
  });

  it("while it is blocked", async () => {
    const { count } = await asRole(
      "user",
      (tx) => tx`update public.profiles set blocked_at = now() where id = ${ID_OF.user}`,
      (tx) => tx`update public.profiles set username = 'Ana' where id = ${ID_OF.user}`,
    );
    expect(count).toBe(0);
  });
});

it("the server can change a role", async () => {
  const { count } = await asRole(
    "service_role",
    (tx) => tx`
    update public.profiles set role = 'editor', blocked_at = now(), email_verified_at = now() where id = ${ID_OF.user}`,
  );
  expect(count).toBe(1);
});

it("an account with permission 'users' outside the staff can read only itself", async () => {
  const rows = await asRole(
    "user",
    (tx) => tx`update public.profiles set permissions = '{users}' where id = ${ID_OF.user}`,
    (tx) => tx`select id from public.profiles`,
  );
  expect([...rows]).toEqual([{ id: ID_OF.user }]);
});

describe("a new account", () => {
  const signUp = (email: string | null, metadata: unknown) =>
    asOwner(async (tx) => {
      await tx`
        insert into auth.users (id, aud, role, email, raw_user_meta_data)
        values (${NEW_ACCOUNT}, 'authenticated', 'authenticated', ${email}, ${tx.json(metadata as never)})`;
      const [profile] = await tx`
        select role, permissions, username, full_name, locale, email_verified_at, blocked_at
        from public.profiles where id = ${NEW_ACCOUNT}`;
      return profile;
    });
  const fresh = {
    role: "user",
    permissions: [],
    full_name: null,
    locale: "pt-BR",
    email_verified_at: null,
    blocked_at: null,
  };

  it.each([
    ["nothing", "ana@example.org", {}, { username: "ana" }],
    ["a name", "a@example.org", { username: "  Ana\n Maria " }, { username: "Ana Maria" }],
    ["no e-mail", null, {}, { username: "Usuário" }],
    ["another language", "ana@example.org", { locale: "es-419" }, { username: "ana", locale: "es-419" }],
    ["an invalid language", "ana@example.org", { locale: "tlh" }, { username: "ana" }],
    [
      "values of other types",
      "ana@example.org",
      { username: { a: 1 }, full_name: [1], locale: 3 },
      { username: "ana" },
    ],
    ["a blank name", "ana@example.org", { username: " \t " }, { username: "ana" }],
    ["a very long name", "ana@example.org", { username: "a".repeat(9000) }, { username: "a".repeat(60) }],
    ["a list for metadata", "ana@example.org", ["x"], { username: "ana" }],
    ["text for metadata", "ana@example.org", "x", { username: "ana" }],
    [
      "a role of its own choice",
      "ana@example.org",
      { role: "superadministrador", permissions: ["users"], email_verified_at: "2026-01-01", blocked_at: "2026-01-01" },
      { username: "ana" },
    ],
  ])("created with %s gets the role user", async (_, email, metadata, expected) => {
    expect(await signUp(email, metadata)).toEqual({ ...fresh, ...expected });
  });
});

it("a changed e-mail address becomes unverified", async () => {
  const profile = await asOwner(async (tx) => {
    await tx`update public.profiles set email_verified_at = now() where id = ${ID_OF.user}`;
    await tx`update auth.users set email = 'new@example.org' where id = ${ID_OF.user}`;
    return tx`select email_verified_at from public.profiles where id = ${ID_OF.user}`;
  });
  expect(profile[0]).toEqual({ email_verified_at: null });
});

describe("current_account()", () => {
  const ask = (tx: TransactionSql) => tx`select id, role, session_state from public.current_account()`;

  it.each(ACCOUNTS)("returns only the own account to %s", async (account) => {
    const role = account === "another_user" ? "user" : account;
    expect([...(await asRole(account, async (tx) => ask(tx)))]).toEqual([
      { id: ID_OF[account], role, session_state: "live" },
    ]);
  });

  it("shows a blocked account that it is blocked", async () => {
    const rows = await asRole(
      "user",
      (tx) => tx`update public.profiles set blocked_at = now()`,
      async (tx) => ask(tx),
    );
    expect(rows[0]).toMatchObject({ session_state: "blocked" });
  });

  it("returns nothing to an anonymous visitor", async () => {
    await expect(asRole("anon", async (tx) => ask(tx))).rejects.toMatchObject({ code: "42501" });
  });
});
