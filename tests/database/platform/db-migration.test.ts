import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import postgres from "postgres";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReferenceRows } from "@/scripts/db/reference-rows";
import { applySchemaFiles, schemaFiles, schemaStatements, type SchemaFile } from "@/scripts/db/schema-files";
import { GAP, writeMigration, type Described } from "@/scripts/db/write-migration";
import { openOwner } from "@/supabase/local/boot";
import { createEmptyDatabase } from "@/supabase/local/empty-database";
import { readSchemaLines } from "@/supabase/local/schema-lines";
import { differenceOf, sortedTexts } from "@/supabase/local/schema-text";
import { variable } from "../auth-client";

const SERVER = variable("TEST_DATABASE_URL");
const dir = mkdtempSync(path.join(tmpdir(), "portal-db-migration-"));
const server = postgres(SERVER, { max: 1, onnotice: () => {} });
const created: string[] = [];
const files = schemaFiles();
const vouchers = files.find(({ file }) => file === "partners/vouchers/vouchers.sql")!;
let before: Described;

async function open(name: string): Promise<postgres.Sql> {
  created.push(name);
  return openOwner(await createEmptyDatabase(SERVER, name, dir));
}

const read = async (sql: postgres.Sql): Promise<Described> => ({
  lines: await readSchemaLines(sql),
  rows: await readReferenceRows(sql),
});

beforeAll(async () => {
  const sql = await open("db_migration_before");
  await applySchemaFiles(sql, files);
  before = await read(sql);
  await sql.end();
});

afterAll(async () => {
  for (const name of created) await server.unsafe(`drop database if exists ${name} with (force)`);
  await server.end();
  rmSync(dir, { recursive: true, force: true });
});

/** Replaces one text of supabase/schemas/partners/vouchers/vouchers.sql, which must be there. */
function edited(...edits: [before: string, after: string][]): SchemaFile[] {
  const text = edits.reduce((whole, [old, present]) => {
    expect(whole).toContain(old);
    return whole.replace(old, () => present);
  }, vouchers.text);
  return files.map((file) => (file === vouchers ? { ...file, text } : file));
}

/** Writes the migration of a change, applies it to a database of before, and compares that with the schema. */
async function migrate(
  name: string,
  changed: SchemaFile[],
  fill = (text: string) => text,
): Promise<{ text: string; difference: string[] }> {
  const target = await open(`db_migration_${name}`);
  await applySchemaFiles(target, changed);
  const after = await read(target);
  await target.end();
  const text = writeMigration(before, after, schemaStatements(changed));
  const upgraded = await open(`db_migration_${name}_upgraded`);
  await applySchemaFiles(upgraded, files);
  await upgraded.begin((tx) => tx.unsafe(fill(text)));
  const reached = await read(upgraded);
  await upgraded.end();
  return {
    text,
    difference: differenceOf(
      [...sortedTexts(reached.lines), ...reached.rows],
      [...sortedTexts(after.lines), ...after.rows],
    ),
  };
}

const READ_POLICY = 'create policy "everyone (anon) reads vouchers that are shown" on public.vouchers';
const COMMENT = "'Most downloads; null without a limit.'";
const DROPPED = /create function public\.set_voucher_status\([\s\S]*?\n\ncreate /
  .exec(vouchers.text)![0]
  .replace(/create $/, "");

describe("npm run db:migration", () => {
  it("writes nothing when nothing changed", () => {
    expect(writeMigration(before, before, schemaStatements(files)).trim()).toBe("");
  });

  it("writes a changed function, check and comment, a new policy and grant, and a dropped function", async () => {
    const { text, difference } = await migrate(
      "texts",
      edited(
        [
          "voucher.per_person_limit := coalesce(private.whole_field(payload, 'per_person_limit', 1, 50), 1);",
          "voucher.per_person_limit := coalesce(private.whole_field(payload, 'per_person_limit', 1, 40), 1);",
        ],
        [
          READ_POLICY,
          `create policy "nobody (anon) deletes vouchers" on public.vouchers\n  for delete to anon using (false);\n${READ_POLICY}`,
        ],
        [COMMENT, "'Most downloads of all people together.'"],
        [
          "grant select on public.vouchers to authenticated;",
          "grant select, delete on public.vouchers to authenticated;",
        ],
        ["check (per_person_limit between 1 and 50)", "check (per_person_limit between 1 and 40)"],
        [DROPPED, ""],
      ),
    );
    expect(text).toContain("create or replace function private.voucher_of(");
    expect(text).toContain('create policy "nobody (anon) deletes vouchers"');
    expect(text).toContain("'Most downloads of all people together.'");
    expect(text).toContain("grant delete on public.vouchers to authenticated;");
    expect(text).toContain("drop function public.set_voucher_status;");
    expect(text).not.toContain(GAP);
    expect(difference).toEqual([]);
  });

  it("leaves a gap for a new column, which a person fills, and the comparison proves it", async () => {
    const column = "colour text check (char_length(colour) <= 20)";
    const changed = edited([
      "  updated_at timestamptz not null default now(),\n  constraint voucher_ends",
      `  updated_at timestamptz not null default now(),\n  ${column},\n  constraint voucher_ends`,
    ]);
    const { text, difference } = await migrate("column", changed, (open) =>
      open.replace(GAP, `alter table public.vouchers add column ${column};\n${GAP}`),
    );
    expect(text).toMatch(/-- Write here[^\n]*\n-- \+ column of public\.vouchers: \.vouchers\.colour text/);
    expect(difference).toEqual([]);
  });

  it("creates a new table with its policy, grants and comment, and replaces a function with other arguments", async () => {
    const table = `create table public.voucher_colours (
  voucher_id uuid primary key references public.vouchers (id) on delete cascade,
  colour text not null
);
comment on table public.voucher_colours is 'Colours of vouchers.';
alter table public.voucher_colours enable row level security;
grant select on public.voucher_colours to anon, authenticated;
create policy "everyone (anon, authenticated) reads colours" on public.voucher_colours
  for select to anon, authenticated using (true);

`;
    const changed = edited(
      ["create table private.voucher_counts", `${table}create table private.voucher_counts`],
      [
        "public.set_voucher_status(voucher uuid, next_status text)",
        "public.set_voucher_status(voucher uuid, next_status text, note text default null)",
      ],
    );
    const { text, difference } = await migrate("table", changed);
    expect(text).toContain("drop function public.set_voucher_status;");
    expect(text).toContain("grant execute on function public.set_voucher_status to authenticated, service_role;");
    expect(text).toContain("create table public.voucher_colours (");
    expect(text).not.toContain(GAP);
    expect(difference).toEqual([]);
  });
});
