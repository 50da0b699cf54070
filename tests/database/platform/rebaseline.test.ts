import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import baselines from "@/supabase/local/baselines.json" with { type: "json" };
import { openOwner } from "@/supabase/local/boot";
import { readEarlierMigrations } from "@/supabase/local/earlier-migrations";
import { createEmptyDatabase } from "@/supabase/local/empty-database";
import { applyMigrations, listMigrations } from "@/supabase/local/migrate";
import { serviceUrl } from "@/supabase/local/owner-role";
import { readSchemaLines } from "@/supabase/local/schema-lines";
import { fingerprintOf } from "@/supabase/local/schema-text";
import { variable } from "../auth-client";
import fixture from "../fixtures/recorded-migrations.json" with { type: "json" };
import { fillEveryTable, tablesOf } from "./row-per-table";

const SERVER = variable("TEST_DATABASE_URL");
const MIGRATIONS = path.resolve(import.meta.dirname, "../../../supabase/migrations");
const BASELINE = listMigrations(MIGRATIONS).filter(({ version }) => baselines.steps.at(-1)!.by.includes(version));
const EARLIER = readEarlierMigrations();
const FIRST_STEP = baselines.steps[0]!;
/**
 * Columns that a migration changes: the event of the state AC gets its time zone, the registry of rows one order, the
 * registry of files the plan of the stands in a proposed change of an event, the notice of a refund its present text.
 */
const CHANGED: readonly string[] = [
  "private.file_columns.names",
  "private.personal_rows.place",
  "private.payment_notices.body",
  "private.payment_notices.translations",
  "event_registration_types.updated_at",
  ...["time_zone", "starts_at", "ends_at", "updated_at"].map((column) => `events.${column}`),
];
/** The table that 20261123121200_literal_function_names renames. */
const renamed = (text: string) => text.replace("private.trail_permissions", "private.audit_log_permissions");

const dir = mkdtempSync(path.join(tmpdir(), "portal-rebaseline-"));
const server = postgres(SERVER, { max: 1, onnotice: () => {} });
const created: string[] = [];

afterAll(async () => {
  for (const name of created) await server.unsafe(`drop database if exists ${name} with (force)`);
  await server.end();
  rmSync(dir, { recursive: true, force: true });
});

const urlOf = (name: string) => Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;

async function copyDatabase(name: string, from: string): Promise<string> {
  created.push(name);
  await server.unsafe(`create database ${name} template ${from}`);
  return urlOf(name);
}

/** Databases after a list of migrations, which other lists begin with. */
const prepared: { name: string; applied: readonly string[] }[] = [];

/** The name of a database with these migrations, for copies; continues a copy of the one with the most of them. */
async function preparedDatabase(applied: readonly string[]): Promise<string> {
  const before = prepared
    .filter((one) => one.applied.every((version, index) => version === applied[index]))
    .toSorted((one, other) => other.applied.length - one.applied.length)[0];
  if (before?.applied.length === applied.length) return before.name;
  const name = `rebaseline_after_${applied.length}`;
  const url = before ? await copyDatabase(name, before.name) : await emptyDatabase(name);
  const [sql, admin] = [openOwner(url), openOwner(await serviceUrl(url))];
  for (const { version, text } of EARLIER) {
    if (!applied.includes(version) || before?.applied.includes(version)) continue;
    await sql.unsafe(text);
    // Only a superuser may create some of the functions of that time; one that replaces another keeps its owner.
    for (const statement of fixture.replacedStatements.filter((replaced) => replaced.version === version))
      await admin.unsafe(statement.then.replace(/^create function/, "create or replace function"));
  }
  await Promise.all([sql.end(), admin.end()]);
  prepared.push({ name, applied });
  return name;
}

async function emptyDatabase(name: string): Promise<string> {
  created.push(name);
  return createEmptyDatabase(SERVER, name, dir);
}

/** A database as the code of a commit left it: its migrations with their text of that time, its records and rows. */
async function databaseOf(
  name: string,
  recorded: readonly string[],
): Promise<{ sql: postgres.Sql; admin: postgres.Sql }> {
  // The 130 files of before the first baseline built the schema of the files that replaced them.
  const isBeforeAll = recorded.every((version) => FIRST_STEP.replaced.includes(version));
  const wanted = isBeforeAll ? FIRST_STEP.by : recorded;
  const applied = EARLIER.map(({ version }) => version).filter((version) => wanted.includes(version));
  const url = await copyDatabase(name, await preparedDatabase(applied));
  const [sql, admin] = [openOwner(url), openOwner(await serviceUrl(url))];
  await sql`
    insert into supabase_migrations.schema_migrations (version, name)
    select version, 'of that time' from unnest(${recorded as string[]}::text[]) as version`;
  await fillEveryTable(admin);
  return { sql, admin };
}

type Rows = Map<string, { columns: string[]; rows: Record<string, unknown>[] }>;

async function readRows(sql: postgres.Sql): Promise<Rows> {
  const found: Rows = new Map();
  for (const table of await tablesOf(sql)) {
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(one) as row from ${table} as one`,
    );
    found.set(table, { columns: Object.keys(rows[0]?.row ?? {}), rows: rows.map(({ row }) => row) });
  }
  return found;
}

/** Rows that are gone or have another value in a column that both states have. */
function lostRows(before: Rows, after: Rows): string[] {
  return [...before].flatMap(([table, { columns, rows }]) => {
    const kept = after.get(renamed(table));
    if (!kept) return [`${table} is gone`];
    const shared = columns.filter((column) => kept.columns.includes(column) && !CHANGED.includes(`${table}.${column}`));
    const textOf = (row: Record<string, unknown>) => renamed(JSON.stringify(shared.map((column) => row[column])));
    const remaining = kept.rows.map(textOf);
    return rows.flatMap((row) => {
      const at = remaining.indexOf(textOf(row));
      if (at >= 0) remaining.splice(at, 1);
      return at >= 0 ? [] : [`${table}: ${textOf(row)}`];
    });
  });
}

async function versionsOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`;
  return rows.map(({ version }) => version);
}

async function start(sql: postgres.Sql): Promise<{ applied: number; messages: string[] }> {
  const messages: string[] = [];
  const applied = await applyMigrations(sql, MIGRATIONS, (text) => messages.push(text));
  return { applied, messages };
}

const everything = { commit: "everything", recorded: baselines.steps.at(-1)!.replaced };

describe.each([...fixture.states, everything])(
  "a database that recorded the list of $commit",
  ({ commit, recorded }) => {
    it("gets what it lacks and the records of the joined files, and keeps every row", async () => {
      const { sql, admin } = await databaseOf(`rebaseline_${commit}`, recorded);
      try {
        const before = await readRows(admin);
        expect([...before.values()].filter(({ rows }) => rows.length === 0)).toEqual([]);
        const { messages } = await start(sql);
        expect(messages.filter((message) => message.startsWith("registrando"))).toHaveLength(1);
        expect(await versionsOf(sql)).toEqual(listMigrations(MIGRATIONS).map(({ version }) => version));
        expect(lostRows(before, await readRows(admin))).toEqual([]);
        expect(await start(sql)).toEqual({ applied: 0, messages: [] });
      } finally {
        await sql.end();
        await admin.end();
      }
    });
  },
);

describe("a database with the joined files", () => {
  const filled = "rebaseline_filled";
  beforeAll(async () => {
    const { sql, admin } = await databaseOf(filled, everything.recorded);
    await Promise.all([sql.end(), admin.end()]);
  });
  const open = async (name: string) => openOwner(await copyDatabase(name, filled));

  it("has the committed fingerprint", async () => {
    const sql = openOwner(await emptyDatabase("rebaseline_joined"));
    for (const { text } of BASELINE) await sql.unsafe(text);
    expect(fingerprintOf(await readSchemaLines(sql))).toBe(baselines.fingerprint);
    await sql.end();
  });

  it("is refused and stays unchanged when a function was changed by hand", async () => {
    const sql = await open("rebaseline_changed");
    await sql`
      create or replace function private.account_role() returns text
      language sql stable security definer set search_path = '' as 'select null::text'`;
    await expect(start(sql)).rejects.toThrow(/mova a pasta do banco .* npm run backup:restore/);
    expect(await versionsOf(sql)).toEqual(everything.recorded);
    await sql.end();
  });

  it("is refused when it recorded migrations that no version of the code contained", async () => {
    const sql = await open("rebaseline_unknown");
    await sql`insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'unknown')`;
    await expect(start(sql)).rejects.toThrow("20991231000000");
    expect(await versionsOf(sql)).toHaveLength(everything.recorded.length + 1);
    await sql.end();
  });

  it("keeps its fingerprint when comments and white space of a function change", async () => {
    const sql = await open("rebaseline_comments");
    await sql.unsafe(`create or replace function private.account_role() returns text
language sql stable security definer set search_path = '' as $$
  -- The role of the caller.
  select role   from public.profiles where id = (select private.account_id()) and blocked_at is null
$$`);
    await sql`comment on table public.states is 'Another text.'`;
    expect(fingerprintOf(await readSchemaLines(sql))).toBe(baselines.fingerprint);
    await sql.end();
  });
});
