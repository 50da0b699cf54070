import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describe as describeDatabase } from "@/scripts/db/describe";
import { applySchemaFiles } from "@/scripts/db/schema-files";
import { openOwner } from "@/supabase/local/boot";
import { createEmptyDatabase } from "@/supabase/local/empty-database";
import { applyMigrations } from "@/supabase/local/migrate";
import { differenceOf } from "@/supabase/local/schema-text";
import { variable } from "../auth-client";

const SERVER = variable("TEST_DATABASE_URL");
const MIGRATIONS = path.resolve(import.meta.dirname, "../../../supabase/migrations");
const NAMES = ["schemas_declared", "schemas_migrated"];
const dir = mkdtempSync(path.join(tmpdir(), "portal-schemas-"));
let declared: postgres.Sql;

beforeAll(async () => {
  declared = openOwner(await createEmptyDatabase(SERVER, NAMES[0]!, dir));
  await applySchemaFiles(declared);
});

afterAll(async () => {
  await declared.end();
  const server = postgres(SERVER, { max: 1, onnotice: () => {} });
  for (const name of NAMES) await server.unsafe(`drop database if exists ${name} with (force)`);
  await server.end();
  rmSync(dir, { recursive: true, force: true });
});

it("a database from supabase/schemas and one from the migrations have no difference", async () => {
  const migrated = openOwner(await createEmptyDatabase(SERVER, NAMES[1]!, dir));
  try {
    await applyMigrations(migrated, MIGRATIONS, () => {});
    expect(differenceOf(await describeDatabase(migrated), await describeDatabase(declared))).toEqual([]);
  } finally {
    await migrated.end();
  }
});

it("every function's body is valid once all files are applied", async () => {
  const functions = await declared<{ name: string; validator: string; oid: number }[]>`
    select pg_proc.oid::regprocedure::text as name, lanvalidator::regproc::text as validator, pg_proc.oid::bigint::int as oid
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'records'::regnamespace)`;
  const refused: string[] = [];
  for (const { name, validator, oid } of functions) {
    await declared.unsafe(`select ${validator}(${oid})`).catch((error: unknown) => {
      refused.push(`${name}: ${(error as Error).message}`);
    });
  }
  expect(functions.length).toBeGreaterThan(1000);
  expect(refused).toEqual([]);
});

it("a new table, sequence or function is closed to the API until it is granted", async () => {
  const open = await declared
    .begin(async (tx) => {
      await tx.unsafe(`
        create table public.without_grant (id bigint primary key);
        create sequence public.without_grant_number;
        create function public.without_grant() returns integer language sql as 'select 1';`);
      const rows = await tx<{ what: string }[]>`
        select role || ' ' || what as what from unnest(array['anon', 'authenticated', 'service_role']) as role,
        lateral (values
          ('table', has_table_privilege(role, 'public.without_grant', 'select, insert, update, delete')),
          ('sequence', has_sequence_privilege(role, 'public.without_grant_number', 'usage, select')),
          ('function', has_function_privilege(role, 'public.without_grant()', 'execute'))
        ) as checked (what, is_open) where is_open`;
      throw rows.map((row) => row.what);
    })
    .catch((answer: unknown) => answer);
  expect(open).toEqual([]);
});
