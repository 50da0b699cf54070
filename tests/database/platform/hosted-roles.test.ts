import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { openConnection } from "@/supabase/local/connection";
import { serviceUrl } from "@/supabase/local/owner-role";
import { requestContext } from "@/supabase/local/request-context";
import { asOwner, asRole, sql } from "../as-role";
import { variable } from "../auth-client";
import { isExternal } from "../external";

/** The SQLSTATE of a refused statement; undefined when it is accepted. */
async function refusalOf(tx: TransactionSql, statement: string): Promise<string | undefined> {
  try {
    await tx.savepoint((inner) => inner.unsafe(statement));
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("the owner of the portal's tables", () => {
  it("is no superuser", async () => {
    const [role] = await sql`
      select rolname, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user`;
    expect(role).toEqual({ rolname: "postgres", rolsuper: false, rolbypassrls: true, rolcreaterole: true });
  });

  it("owns every table and function of the portal, and none of Supabase's", async () => {
    const owners = await sql<{ schema: string; owner: string }[]>`
      select distinct relnamespace::regnamespace::text as schema, relowner::regrole::text as owner from pg_class
      where relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace::regnamespace::text in ('public', 'private', 'records', 'auth', 'storage')
      union
      select pronamespace::regnamespace::text, proowner::regrole::text from pg_proc
      where pronamespace::regnamespace::text in ('public', 'private', 'records') order by 1, 2`;
    expect(owners.map(({ schema, owner }) => `${schema} ${owner}`)).toEqual([
      "auth supabase_auth_admin",
      "private postgres",
      "public postgres",
      "records postgres",
      "storage supabase_storage_admin",
    ]);
  });

  it.each([
    `create policy "only a test" on storage.objects for select to anon using (false);
     alter policy "only a test" on storage.objects using (true);
     comment on policy "only a test" on storage.objects is 'A test.';
     drop policy "only a test" on storage.objects`,
    `create function private.only_a_test() returns trigger language plpgsql as 'begin return new; end';
     create trigger only_a_test before update on auth.users for each row execute function private.only_a_test()`,
    "create table private.only_a_test (account_id uuid references auth.users (id))",
    "set local session_replication_role = replica",
  ])("may: %s", (statements) =>
    asOwner(async (tx) => {
      expect(await refusalOf(tx, statements)).toBeUndefined();
    }),
  );

  it.each([
    "alter table storage.objects add column extra text",
    "alter table storage.objects disable row level security",
    "create index on storage.objects (owner)",
    "drop table storage.objects cascade",
    "create table storage.extra ()",
    "create table auth.extra ()",
    "alter table auth.users add column extra text",
    "alter table auth.users disable trigger user",
    "alter role postgres superuser",
    "set log_statement = 'all'",
    "create function private.only_a_test() returns void language sql set app.extra = 'on' as ''",
  ])("may not: %s", (statement) =>
    asOwner(async (tx) => {
      expect(await refusalOf(tx, statement)).toBe("42501");
    }),
  );
});

describe("the request roles", () => {
  it("service_role cannot read accounts and sessions", () =>
    asRole("service_role", async (tx) => {
      expect(await refusalOf(tx, "select from auth.users")).toBe("42501");
      expect(await refusalOf(tx, "select from auth.sessions")).toBe("42501");
    }));

  it("triggers on tables of the auth server run with the rights of their owner", async () => {
    const names = await sql<{ name: string; definer: boolean }[]>`
      select tgname as name, prosecdef as definer from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      join pg_class on pg_class.oid = tgrelid where relnamespace = 'auth'::regnamespace and not tgisinternal`;
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter(({ definer }) => !definer)).toEqual([]);
  });
});

describe.skipIf(isExternal)("requests to the embedded backend", async () => {
  const connection = isExternal ? undefined : openConnection(await serviceUrl(variable("TEST_DATABASE_URL")));
  afterAll(() => connection?.driver.end());

  const timeoutOf = (role: string) =>
    connection!.withContext({ auth: { role, uid: randomUUID() } }, async (db) => {
      const [row] = await db
        .selectNoFrom((eb) => eb.fn<string>("current_setting", [eb.val("statement_timeout")]).as("timeout"))
        .execute();
      return row?.timeout;
    });

  it("have the statement timeouts of a hosted project", async () => {
    expect(await timeoutOf("anon")).toBe("3s");
    expect(await timeoutOf("authenticated")).toBe("8s");
    expect(await timeoutOf("service_role")).toBe("8s");
  });

  it("have the timeout of the function that they call", async () => {
    const called = (calledFunction: string) => requestContext.run({ calledFunction }, () => timeoutOf("authenticated"));
    expect([await called("preview_repair"), await called("inbox_counts")]).toEqual(["1min", "8s"]);
  });

  it("are cancelled when a statement of a visitor takes longer", async () => {
    const slow = connection!.withContext({ auth: { role: "anon" } }, (db) =>
      db.selectNoFrom((eb) => eb.fn("pg_sleep", [eb.lit(60)]).as("slept")).execute(),
    );
    await expect(slow).rejects.toMatchObject({ code: "57014" });
  });
});
