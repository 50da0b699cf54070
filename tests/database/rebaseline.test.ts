import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import baseline from "@/supabase/local/baseline.json" with { type: "json" };
import { openOwner } from "@/supabase/local/boot";
import { createEmptyDatabase } from "@/supabase/local/empty-database";
import { applyMigrations, listMigrations } from "@/supabase/local/migrate";
import { serviceUrl } from "@/supabase/local/owner-role";
import { readSchemaLines } from "@/supabase/local/schema-lines";
import { fingerprintOf, sortedTexts } from "@/supabase/local/schema-text";
import { variable } from "./auth-client";

const SERVER = variable("TEST_DATABASE_URL");
const MIGRATIONS = path.resolve(import.meta.dirname, "../../supabase/migrations");
const LATER = "29990101000000_later.sql";
const dir = mkdtempSync(path.join(tmpdir(), "portal-rebaseline-"));
const sql = postgres(SERVER, { max: 1, onnotice: () => {} });
const created: string[] = [];
let template = "";

/** A database with the old records and the schema of the joined files, as an earlier version of the code left it. */
beforeAll(async () => {
  for (const file of baseline.files) copyFileSync(path.join(MIGRATIONS, file), path.join(dir, file));
  const url = await createEmptyDatabase(SERVER, named("rebaseline_template"), dir);
  template = "rebaseline_template";
  const owner = openOwner(url);
  await applyMigrations(owner, dir, () => {});
  await owner`delete from supabase_migrations.schema_migrations`;
  await owner`
    insert into supabase_migrations.schema_migrations (version, name)
    select version, 'old' from unnest(${baseline.replaces}::text[]) as version`;
  await owner`insert into public.error_reports (message, path) values ('before', '/rebaseline')`;
  await owner.end();
}, 120_000);

afterAll(async () => {
  for (const name of created.reverse()) await sql.unsafe(`drop database if exists ${name} with (force)`);
  await sql.end();
  rmSync(dir, { recursive: true, force: true });
});

function named(name: string): string {
  created.push(name);
  return name;
}

const urlOf = (name: string) => Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;

/** Runs a test on a copy of the template. */
async function onCopy<Result>(name: string, run: (copy: postgres.Sql) => Promise<Result>): Promise<Result> {
  await sql.unsafe(`create database ${named(name)} template ${template}`);
  const copy = openOwner(urlOf(name));
  try {
    return await run(copy);
  } finally {
    await copy.end();
  }
}

async function versions(copy: postgres.Sql): Promise<string[]> {
  const rows = await copy<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`;
  return rows.map(({ version }) => version);
}

const start = async (copy: postgres.Sql) => {
  const messages: string[] = [];
  const applied = await applyMigrations(copy, dir, (text) => messages.push(text));
  return { applied, messages };
};

it("the committed fingerprint is the one of the files it names", async () => {
  await onCopy("rebaseline_fingerprint", async (copy) => {
    expect(fingerprintOf(await readSchemaLines(copy))).toBe(baseline.fingerprint);
  });
});

it("an equal database gets the new records, keeps its rows and continues with later migrations", async () => {
  writeFileSync(path.join(dir, LATER), "create table private.later (id integer primary key);\n");
  await onCopy("rebaseline_equal", async (copy) => {
    const { applied, messages } = await start(copy);
    expect(applied).toBe(1);
    expect(messages).toEqual([expect.stringContaining("registrando"), expect.stringContaining(LATER)]);
    expect(await versions(copy)).toEqual(listMigrations(dir).map(({ version }) => version));
    const kept = await copy`select message from public.error_reports where path = '/rebaseline'`;
    expect(kept).toMatchObject([{ message: "before" }]);
    expect(await start(copy)).toEqual({ applied: 0, messages: [] });
  });
  rmSync(path.join(dir, LATER));
});

it("a database with the functions of before 27 November 2026 gets the new records and functions", async () => {
  const hosted = "20261127080000_hosted_statements.sql";
  copyFileSync(path.join(MIGRATIONS, hosted), path.join(dir, hosted));
  const fileLines = await onCopy("rebaseline_present", async (copy) => {
    await start(copy);
    return sortedTexts(await readSchemaLines(copy));
  });
  await onCopy("rebaseline_earlier", async (copy) => {
    // Only a superuser may create these functions; pg_trgm is loaded so that Postgres knows its setting.
    const admin = openOwner(await serviceUrl(urlOf("rebaseline_earlier")));
    await admin`select extensions.similarity('a', 'b')`;
    await admin.unsafe(readFileSync(path.join(import.meta.dirname, "statements-before-hosted.sql"), "utf8"));
    await admin.end();
    expect(fingerprintOf(await readSchemaLines(copy))).toBe(baseline.earlierFingerprint);
    expect((await start(copy)).applied).toBe(1);
    expect(sortedTexts(await readSchemaLines(copy))).toEqual(fileLines);
  });
  rmSync(path.join(dir, hosted));
});

it("a database with one changed function is refused and stays unchanged", async () => {
  await onCopy("rebaseline_changed", async (copy) => {
    await copy`
      create or replace function private.account_role() returns text
      language sql stable security definer set search_path = '' as 'select null::text'`;
    await expect(start(copy)).rejects.toThrow(/mova a pasta do banco .* npm run backup:restore/);
    expect(await versions(copy)).toEqual(baseline.replaces);
  });
});

it("a database with other unknown records is refused", async () => {
  await onCopy("rebaseline_unknown", async (copy) => {
    await copy`insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'unknown')`;
    await expect(start(copy)).rejects.toThrow("nada foi alterado");
    await copy`delete from supabase_migrations.schema_migrations where version <> '20991231000000'`;
    await expect(start(copy)).rejects.toThrow("20991231000000");
  });
});

it("comments and white space of a function do not change the fingerprint", async () => {
  await onCopy("rebaseline_comments", async (copy) => {
    await copy.unsafe(`create or replace function private.account_role() returns text
language sql stable security definer set search_path = '' as $$
  -- The role of the caller.
  select role   from public.profiles where id = (select private.account_id()) and blocked_at is null
$$`);
    await copy`comment on table public.states is 'Another text.'`;
    expect(fingerprintOf(await readSchemaLines(copy))).toBe(baseline.fingerprint);
  });
});
