import type { Sql } from "postgres";

/** Roles that the access tests act as; `another_user` owns no rows in the tests. */
export const ACTORS = [
  "anon",
  "user",
  "another_user",
  "vendedor",
  "editor",
  "admin",
  "main_admin",
  "superadministrador",
] as const;
export type Actor = (typeof ACTORS)[number];
export type Account = Exclude<Actor, "anon">;

export const ACCOUNTS = ACTORS.filter((actor) => actor !== "anon");
export const EDITORS_UP = ["editor", "admin", "main_admin", "superadministrador"] as const;
export const ADMINS_UP = ["admin", "main_admin", "superadministrador"] as const;
export const MAIN_ADMINS_UP = ["main_admin", "superadministrador"] as const;
export const NOBODY: readonly Actor[] = [];

export const ID_OF: Record<Account, string> = {
  user: "00000000-0000-4000-8000-000000000001",
  another_user: "00000000-0000-4000-8000-000000000002",
  vendedor: "00000000-0000-4000-8000-000000000003",
  editor: "00000000-0000-4000-8000-000000000004",
  admin: "00000000-0000-4000-8000-000000000005",
  main_admin: "00000000-0000-4000-8000-000000000006",
  superadministrador: "00000000-0000-4000-8000-000000000007",
};

export const sessionOf = (account: Account) => ID_OF[account].replace("-4000-", "-4001-");

/** Creates the accounts once per test database, as its owner. */
export async function createActors(sql: Sql): Promise<void> {
  for (const account of ACCOUNTS) {
    await sql`
      insert into auth.users (id, aud, role, email)
      values (${ID_OF[account]}, 'authenticated', 'authenticated', ${`${account}@actors.example.org`})
      on conflict do nothing`;
    const role = account === "another_user" ? "user" : account;
    await sql`update public.profiles set role = ${role} where id = ${ID_OF[account]}`;
  }
}
