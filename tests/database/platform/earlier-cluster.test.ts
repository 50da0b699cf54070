import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openOwner } from "@/supabase/local/boot";
import { databaseResponds, openProbe } from "@/supabase/local/database-probe";
import { readEarlierMigrations } from "@/supabase/local/earlier-migrations";
import { createEmptyDatabase, createSystemSchema, withLibrary } from "@/supabase/local/empty-database";
import { applyMigrations } from "@/supabase/local/migrate";
import { startPostgres, type EmbeddedPostgres } from "@/supabase/local/postgres";
import { installPostgres } from "@/supabase/local/postgres-binaries";
import { readSchemaLines } from "@/supabase/local/schema-lines";
import { differenceOf, sortedTexts } from "@/supabase/local/schema-text";
import { portBeside } from "../auth-client";
import { startBackend } from "../backend-process";
import fixture from "../fixtures/recorded-migrations.json" with { type: "json" };

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../supabase/migrations");
const PORT = portBeside(1);
const ACCOUNT = "00000000-0000-4000-8000-00000000aaaa";
const SHOWN = 20;
const LIMIT_MS = 300_000;

const dir = mkdtempSync(path.join(tmpdir(), "portal-cluster-"));
let moved: EmbeddedPostgres | undefined;
let before: Rows = [];

type Rows = { table: string; digest: string }[];

afterAll(async () => {
  await moved?.stop();
  rmSync(dir, { recursive: true, force: true });
}, LIMIT_MS);

/** Creates a cluster as earlier versions did, with `postgres` as its first superuser, and starts it. */
async function startEarlier(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const { initdb, postgres: program, home, account } = installPostgres(dir);
  const [data, passwordFile] = [path.join(home, "pg17"), path.join(home, "pg17.password")];
  mkdirSync(home, { recursive: true });
  writeFileSync(passwordFile, "a-password-of-then", { mode: 0o644 });
  mkdirSync(data, { mode: 0o700 });
  if (account) spawnSync("chown", [`${account.uid}:${account.gid}`, data, passwordFile]);
  const options = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", "--locale=C"];
  const made = spawnSync(initdb, ["-D", data, ...options], { ...account, cwd: "/", encoding: "utf8" });
  expect(made.stderr).toBe("");
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const args = ["-D", data, "-p", String(PORT), ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(program, args, { ...account, cwd: "/", stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `postgres://postgres:${readFileSync(passwordFile, "utf8")}@127.0.0.1:${PORT}/postgres`;
  const probe = openProbe(url);
  while (!(await databaseResponds(probe)));
  await probe.end({ timeout: 1 });
  return { url, stop: () => (child.kill("SIGINT"), ended) };
}

/** Prepares the database as the superuser, as earlier versions did. */
const prepareEarlier = (url: string) =>
  withLibrary(url, dir, async (app, sql) => {
    await app.ensureSystemSchema();
    await sql.unsafe(readFileSync(path.join(import.meta.dirname, "earlier-bootstrap.sql"), "utf8"));
  });

/** The migrations of that time and their records. */
async function applyEarlier(sql: postgres.Sql): Promise<void> {
  const { recorded } = fixture.states.at(-1)!;
  for (const { version, text } of readEarlierMigrations()) if (recorded.includes(version)) await sql.unsafe(text);
  await sql`
    insert into supabase_migrations.schema_migrations (version, name)
    select version, 'of that time' from unnest(${recorded}::text[]) as version`;
}

async function rowsOf(sql: postgres.Sql): Promise<Rows> {
  const tables = await sql<{ table: string }[]>`
    select format('%I.%I', schemaname, tablename) as table from pg_tables
    where schemaname in ('public', 'private', 'records', 'auth', 'storage', 'supabase_migrations') order by 1`;
  const rows: Rows = [];
  for (const { table } of tables) {
    const [row] = await sql<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(line, chr(10) order by line)), '') as digest
      from (select to_jsonb(one)::text as line from ${sql.unsafe(table)} as one) as lines`;
    rows.push({ table, digest: row!.digest });
  }
  return rows;
}

beforeAll(async () => {
  const { url, stop } = await startEarlier();
  const sql = openOwner(url);
  try {
    await prepareEarlier(url);
    await applyEarlier(sql);
    await sql`insert into auth.users (id, aud, role, email) values (${ACCOUNT}, 'authenticated', 'authenticated', 'then@example.org')`;
    await sql`insert into public.error_reports (message, path) values ('then', '/earlier')`;
    before = await rowsOf(sql);
  } finally {
    await sql.end();
    await stop();
  }
  moved = await startPostgres(dir, PORT, ["fsync=off"]);
  await createSystemSchema(moved.url, dir);
}, LIMIT_MS);

it(
  "keeps the password, every row and no superuser called postgres",
  async () => {
    const sql = openOwner(moved!.url);
    const roles = await sql`
    select rolname, rolsuper, rolcanlogin from pg_roles where rolname in ('postgres', 'supabase_admin') or rolname ~ 'portal' order by 1`;
    expect(roles).toEqual([
      { rolname: "postgres", rolsuper: false, rolcanlogin: true },
      { rolname: "supabase_admin", rolsuper: true, rolcanlogin: true },
    ]);
    expect(before.length).toBeGreaterThan(150);
    expect(await rowsOf(sql)).toEqual(before);
    await sql.end();
  },
  LIMIT_MS,
);

it(
  "has the owners, grants and schema of a new cluster",
  async () => {
    const fresh = openOwner(await createEmptyDatabase(moved!.url, "fresh", dir));
    await applyMigrations(fresh, MIGRATIONS, () => {});
    const sql = openOwner(moved!.url);
    await applyMigrations(sql, MIGRATIONS, () => {});
    const [expected, found] = [await readSchemaLines(fresh), await readSchemaLines(sql)];
    expect(differenceOf(sortedTexts(expected), sortedTexts(found)).slice(0, SHOWN)).toEqual([]);
    const owned = await sql`
    select relname, relowner::regrole::text from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'postgres'::regrole`;
    expect(owned).toEqual([]);
    await Promise.all([sql.end(), fresh.end()]);
  },
  LIMIT_MS,
);

it(
  "starts again as a whole backend",
  async () => {
    const { backend, stop } = await startBackend(moved!.url, path.join(dir, "backend"), portBeside(2));
    const sql = openOwner(moved!.url);
    try {
      const answer = await fetch(`${backend.url}/auth/v1/admin/users/${ACCOUNT}`, {
        headers: { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
      });
      expect(await answer.json()).toMatchObject({ email: "then@example.org" });
      expect(await sql`select message from public.error_reports where path = '/earlier'`).toMatchObject([
        { message: "then" },
      ]);
    } finally {
      await sql.end();
      await stop();
    }
  },
  LIMIT_MS,
);
