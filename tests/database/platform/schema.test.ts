import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CONSTANTS_FOLDER, renderConstants, renderDatabaseTypes, TYPES_FILE } from "@/scripts/db-types";
import { filesBelow, isTest, readSource } from "@/tests/support/source-files";
import { sql } from "../as-role";

const VERBS = 4;

describe("every API table", () => {
  it("has row level security enabled", async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`;
    expect([...rows]).toEqual([]);
  });

  it("is a table: a view would need security_invoker", async () => {
    const rows =
      await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`;
    expect([...rows]).toEqual([]);
  });

  it("has a comment", async () => {
    const rows = await sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid, 'pg_class') is null`;
    expect([...rows]).toEqual([]);
  });

  it("has an access test for each verb", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    const tested = testedVerbs();
    const untested = tables.filter(({ name }) => tested.get(name)?.size !== VERBS);
    expect(untested.map(({ name }) => name)).toEqual([]);
  });
});

describe("every policy", () => {
  it("names its roles and not PUBLIC", async () => {
    const rows = await sql`
      select tablename, policyname from pg_policies
      where schemaname = 'public' and not roles <@ array['anon', 'authenticated']::name[]`;
    expect([...rows]).toEqual([]);
  });

  it("is the only one for its table, verb and role, because all of them are evaluated for every row", async () => {
    const rows = await sql`
      select tablename, cmd, role, array_agg(policyname) as policies from pg_policies, unnest(roles) as role
      where schemaname = 'public' and permissive = 'PERMISSIVE' group by tablename, cmd, role having count(*) > 1`;
    expect([...rows]).toEqual([]);
  });

  it("applies to one verb", async () => {
    const rows = await sql`select tablename, policyname from pg_policies where schemaname = 'public' and cmd = 'ALL'`;
    expect([...rows]).toEqual([]);
  });

  it("has a condition for writes", async () => {
    const rows = await sql`
      select tablename, policyname from pg_policies
      where schemaname = 'public' and cmd <> 'SELECT' and coalesce(with_check, qual) !~ '(auth\\.uid|private\\.)'`;
    expect([...rows]).toEqual([]);
  });
});

describe("every product function", () => {
  it("has an empty search path", async () => {
    const rows = await sql`
      select proname from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not coalesce(proconfig, '{}') @> array['search_path=""']`;
    expect([...rows]).toEqual([]);
  });

  it("has a condition in every update and delete, which safeupdate asks of calls over the API", async () => {
    const rows = await sql<{ name: string; body: string }[]>`
      select pg_proc.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(pg_proc.oid), prosrc) as body
      from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'records'::regnamespace)`;
    const found = rows.flatMap(({ name, body }) => changesWithoutCondition(body).map((change) => `${name}: ${change}`));
    expect(found).toEqual([]);
    const dynamic =
      "execute format('update %I set a = ''b'' where c', t); execute 'delete from ' || t; update x set y = ';';";
    expect(changesWithoutCondition(dynamic)).toEqual(["delete from ", "update x set y = ''"]);
  });

  it("leaves the deletion of files to the storage server: a hosted project refuses it in SQL", async () => {
    const rows = await sql`
      select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'records'::regnamespace)
        and coalesce(pg_get_function_sqlbody(pg_proc.oid), prosrc) ~* '(delete\s+from|truncate)\s+(only\s+)?storage\.'`;
    expect([...rows]).toEqual([]);
  });

  it("is SECURITY DEFINER only in the private schema", async () => {
    const rows = await sql`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`;
    expect([...rows]).toEqual([]);
  });
});

it("the private schema is not accessible through the API", async () => {
  const rows = await sql`
    select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_schema_privilege(role, 'private', 'usage')`;
  expect([...rows]).toEqual([]);
});

it("every foreign key has an index", async () => {
  const rows = await sql`
    select conrelid::regclass::text as "table", conname from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and indpred is null and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
    )`;
  expect([...rows]).toEqual([]);
});

it("the committed types and constants are the output of `npm run db:types`", async () => {
  expect(readFileSync(TYPES_FILE, "utf8")).toBe(await renderDatabaseTypes(sql));
  const constants = await renderConstants(sql);
  expect(readdirSync(CONSTANTS_FOLDER).sort()).toEqual([...constants.keys()].sort());
  for (const [file, text] of constants) expect(readFileSync(path.join(CONSTANTS_FOLDER, file), "utf8")).toBe(text);
});

const CHANGE = /\b(?:update\s+(?!set\b)(?:only\s+)?[\w."%]+(?:\s+(?:as\s+)?\w+)?\s+set\b|delete\s+from\b)[^;]*/gi;

/** Updates and deletes without `where` in the body of a function, also in texts that it executes. */
function changesWithoutCondition(body: string): string[] {
  const texts: string[] = [];
  const code = body.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ").replace(/'((?:[^']|'')*)'/g, (_, text: string) => {
    texts.push(text.replaceAll("''", "'"));
    return "''";
  });
  return [...texts, code].flatMap((text) =>
    [...text.matchAll(CHANGE)].map(([change]) => change).filter((change) => !/\bwhere\b/i.test(change)),
  );
}

function testedVerbs(): Map<string, Set<string>> {
  const verbs = new Map<string, Set<string>>();
  for (const file of filesBelow("tests/database").filter(isTest)) {
    const source = readSource(file);
    for (const [, table, attempts] of source.matchAll(/^describeAccess\(\s*"(\w+)",(.*?)^\S*\);/gms)) {
      const tried = (attempts ?? "").matchAll(/\[\s*"(select|insert|update|delete)\b/g);
      const before = verbs.get(table ?? "") ?? [];
      verbs.set(table ?? "", new Set([...before, ...[...tried].map((match) => match[1] ?? "")]));
    }
  }
  return verbs;
}
