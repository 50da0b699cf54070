import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACCOUNTS, ID_OF, MAIN_ADMINS_UP, type Account } from "../actors";
import { asRole } from "../as-role";

/** The error code of a refusal, or "allowed". */
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "allowed",
    (error: { code?: string }) => error.code,
  );
const REFUSED = "42501";

describe("list_accounts()", () => {
  it.each(ACCOUNTS)("returns all or no accounts to %s", async (actor) => {
    const rows = await asRole(actor, (tx) => tx`select id from public.list_accounts()`);
    expect(rows.length > 0).toBe(MAIN_ADMINS_UP.some((role) => role === actor));
  });

  it("finds accounts by a part of the e-mail and returns whether they can be changed", async () => {
    const rows = await asRole(
      "main_admin",
      (tx) => tx`select id, is_manageable, total::int from public.list_accounts('ADMIN@actors', per => 1)`,
    );
    expect(rows[0]?.total).toBeGreaterThanOrEqual(1);
    const manageable = await asRole(
      "main_admin",
      (tx) =>
        tx<
          { id: string; yes: boolean }[]
        >`select id, is_manageable as yes from public.list_accounts('@actors.example.org', per => 100)`,
    );
    const ids = manageable.filter(({ yes }) => yes).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([ID_OF.user, ID_OF.editor, ID_OF.admin]));
    expect(ids).not.toContain(ID_OF.main_admin);
    expect(ids).not.toContain(ID_OF.superadministrador);
  });

  it("finds accounts by a part of the name without accents and by id", async () => {
    const found = await asRole(
      "main_admin",
      (tx) => tx`update public.profiles set full_name = 'Conceição 100%_Ávila' where id = ${ID_OF.editor}`,
      (tx) => {
        const idsOf = async (typed: string) =>
          (await tx<{ id: string; total: string }[]>`select id, total from public.list_accounts(${typed})`).map(
            ({ id, total }) => [id, total],
          );
        return Promise.all(
          ["CONCEICAO", "100%_avila", "1__%avila", ID_OF.editor, ID_OF.editor.slice(0, 13)].map(idsOf),
        );
      },
    );
    const editor = [[ID_OF.editor, "1"]];
    expect(found.slice(0, 4)).toEqual([editor, editor, [], editor]);
    expect(found[4]).toContainEqual([ID_OF.editor, expect.any(String)]);
  });

  it("paginates, newest first, and returns the total on each page", async () => {
    const pages = await asRole("main_admin", async (tx) => {
      const all = await tx<{ id: string }[]>`select id from public.profiles order by created_at desc, id`;
      const page = (number: number) =>
        tx<{ id: string; total: string }[]>`select id, total from public.list_accounts(per => 2, page => ${number})`;
      return { all, first: await page(1), second: await page(2) };
    });
    expect([...pages.first, ...pages.second].map(({ id }) => id)).toEqual(pages.all.slice(0, 4).map(({ id }) => id));
    expect(new Set([...pages.first, ...pages.second].map(({ total }) => Number(total)))).toEqual(
      new Set([pages.all.length]),
    );
  });

  it("is refused for anonymous visitors", async () => {
    expect(await outcome(asRole("anon", (tx) => tx`select id from public.list_accounts()`))).toBe(REFUSED);
  });
});

describe("set_account_role()", () => {
  const change = (actor: Account, account: Account, role: string, permissions: string[] = []) =>
    asRole(actor, async (tx) => {
      await tx`select public.set_account_role(${ID_OF[account]}, ${role}, ${permissions}, 'test')`;
      await tx`reset role`;
      const [row] = await tx`select role, permissions from public.profiles where id = ${ID_OF[account]}`;
      const [audit] =
        await tx`select reason, actor_id from public.audit_log where entity = 'profiles' and entity_id = ${ID_OF[account]} order by id desc limit 1`;
      return { ...row, ...audit };
    });

  it("changes role and permissions of accounts of lower rank, and logs the actor and the reason", async () => {
    expect(await change("main_admin", "user", "admin", ["tolls", "tolls"])).toEqual({
      role: "admin",
      permissions: ["tolls"],
      reason: "test",
      actor_id: ID_OF.main_admin,
    });
  });

  it.each([
    ["main_admin", "user", "main_admin"],
    ["main_admin", "superadministrador", "user"],
    ["main_admin", "main_admin", "admin"],
    ["superadministrador", "superadministrador", "user"],
    ["admin", "user", "editor"],
    ["user", "another_user", "user"],
  ] as const)("refuses %s to make %s a %s", async (actor, account, role) => {
    expect(await outcome(change(actor, account, role))).toBe(REFUSED);
  });

  it("refuses unknown permissions", async () => {
    expect(await outcome(change("main_admin", "user", "user", ["everything"]))).toBe(REFUSED);
  });

  it("lets an admin with the extra permission change only accounts of lower rank and grant only own permissions", async () => {
    const grant = (tx: TransactionSql) =>
      tx`update public.profiles set permissions = '{users}' where id = ${ID_OF.admin}`;
    const run = (account: Account, role: string, permissions: string[]) =>
      asRole(
        "admin",
        grant,
        (tx) => tx`select public.set_account_role(${ID_OF[account]}, ${role}, ${permissions}, '')`,
      );
    await run("user", "editor", ["analytics"]);
    expect(await outcome(run("user", "editor", ["financials"]))).toBe(REFUSED);
    expect(await outcome(run("user", "admin", []))).toBe(REFUSED);
  });
});

describe("set_account_blocked()", () => {
  it("blocks the account and ends its sessions, so that its next query has no permissions", async () => {
    const seen = await asRole(
      "main_admin",
      (tx) =>
        tx`insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), ${ID_OF.editor}, now(), now())`,
      async (tx) => {
        await tx`select public.set_account_blocked(${ID_OF.editor}, true, 'abuse')`;
        await tx`reset role`;
        const [left] = await tx`select count(*)::int as sessions from auth.sessions where user_id = ${ID_OF.editor}`;
        const claims = JSON.stringify({ sub: ID_OF.editor, role: "authenticated" });
        await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${ID_OF.editor}, true)`;
        const [may] = await tx`select private.has_permission('blog') as blog, private.is_staff() as staff`;
        return { ...left, ...may };
      },
    );
    expect(seen).toEqual({ sessions: 0, blog: false, staff: false });
  });

  it.each(["user", "vendedor", "editor", "admin"] as const)("refuses %s", async (actor) => {
    expect(
      await outcome(asRole(actor, (tx) => tx`select public.set_account_blocked(${ID_OF.another_user}, true, '')`)),
    ).toBe(REFUSED);
  });
  it("refuses to block an account of higher rank", async () => {
    expect(
      await outcome(
        asRole("main_admin", (tx) => tx`select public.set_account_blocked(${ID_OF.superadministrador}, true, '')`),
      ),
    ).toBe(REFUSED);
  });
  it("refuses to end sessions of an account of higher rank", async () => {
    expect(
      await outcome(asRole("main_admin", (tx) => tx`select public.end_sessions(${ID_OF.superadministrador})`)),
    ).toBe(REFUSED);
  });
});

describe("export_account()", () => {
  it("contains the profile and requests sent with the address, but no password", async () => {
    const [row] = await asRole(
      "main_admin",
      (tx) =>
        tx`insert into public.takedown_requests (url, claimant_name, email, reason) values ('https://example.org/x', 'U', 'USER@actors.example.org', 'a reason that is long enough')`,
      (tx) =>
        tx<
          { data: { account: object; rows: Record<string, unknown[]> } }[]
        >`select public.export_account(${ID_OF.user}) as data`,
    );
    expect(Object.keys(row!.data.rows)).toEqual(expect.arrayContaining(["profiles.id", "takedown_requests.email"]));
    expect(JSON.stringify(row!.data)).not.toMatch(/encrypted_password|\$2[aby]\$/);
  });

  it.each(["user", "editor", "admin"] as const)("is refused to %s", async (actor) => {
    expect(await outcome(asRole(actor, (tx) => tx`select public.export_account(${ID_OF.another_user})`))).toBe(REFUSED);
  });
});

describe("access_history()", () => {
  it.each(ACCOUNTS)("shows role changes to %s only with permission to manage accounts", async (actor) => {
    const rows = await asRole(
      actor,
      async (tx) => {
        await tx`insert into public.audit_log (action, entity, entity_id) values ('update', 'profiles', ${ID_OF.user})`;
      },
      (tx) => tx`select id from public.access_history('profiles', ${ID_OF.user})`,
    );
    expect(rows.length > 0).toBe(MAIN_ADMINS_UP.some((role) => role === actor));
  });
});

it("current_account() follows the permission matrix", async () => {
  const rows = await asRole(
    "editor",
    (tx) => tx`delete from public.role_permissions where role = 'editor' and permission_key = 'blog'`,
    (tx) => tx<{ held: string[] }[]>`select role_permissions as held from public.current_account()`,
  );
  expect(rows[0]?.held).toContain("services");
  expect(rows[0]?.held).not.toContain("blog");
});
