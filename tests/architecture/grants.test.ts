import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cliStatements } from "../../scripts/db/statements";
import { filesBelow, isCode, isTest, productCode, readSource, ROOT } from "../support/source-files";

const API_ROLES = ["anon", "authenticated", "service_role"];
const GRANT = /^grant\s[\s\S]+?\son\s+(function\s+|table\s+)?([\s\S]+)\sto\s+([\w\s,]+)$/i;

const RENAME = /alter function public\.(\w+)\([^)]*\) rename to (\w+)/i;

/** Names of tables and functions of schema public that the migrations grant to an API role. */
function granted(): { tables: Set<string>; functions: Set<string> } {
  const found = { tables: new Set<string>(), functions: new Set<string>() };
  const files = readdirSync(path.join(ROOT, "supabase/migrations")).filter((file) => file.endsWith(".sql"));
  for (const statement of files.flatMap((file) => cliStatements(readSource(`supabase/migrations/${file}`)))) {
    // A block that grants each signature of a list.
    if (statement.includes("execute format('grant execute on function public."))
      for (const [, name] of statement.matchAll(/'(\w+)\(/g)) found.functions.add(name!);
    const [, before = "", after] = RENAME.exec(statement) ?? [];
    if (after && found.functions.has(before)) found.functions.add(after);
    const [, kind = "", objects = "", roles = ""] = GRANT.exec(withoutComments(statement)) ?? [];
    if (!API_ROLES.some((role) => roles.includes(role))) continue;
    const list = /function/i.test(kind) ? found.functions : found.tables;
    for (const [, name] of objects.matchAll(/\bpublic\.(\w+)/g)) list.add(name!);
  }
  return found;
}

const withoutComments = (statement: string) =>
  statement
    .replace(/^\s*--.*$/gm, "")
    .trim()
    .replace(/;$/, "");

/** Names that the code passes to `rpc` or `from`, with the files that do; buckets are no tables. */
function used(method: "rpc" | "from"): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const jobs = filesBelow("supabase/jobs").filter((file) => isCode(file) && !isTest(file));
  for (const file of [...productCode(), ...jobs])
    for (const [, before, name] of readSource(file).matchAll(
      new RegExp(String.raw`(\.storage)?\s*\.${method}\(\s*"(\w+)"`, "g"),
    ))
      if (!before) names.set(name!, [...(names.get(name!) ?? []), file]);
  return names;
}

/** A project can be created so that new tables and functions are exposed to no API role by default. */
describe("explicit grants of the migrations", () => {
  const { tables, functions } = granted();

  it("exist for every function that the code calls", () => {
    const calls = used("rpc");
    expect(calls.size).toBeGreaterThan(150);
    expect([...calls].filter(([name]) => !functions.has(name))).toEqual([]);
  });

  it("exist for every table that the code reads or writes", () => {
    const reads = used("from");
    expect(reads.size).toBeGreaterThan(80);
    expect([...reads].filter(([name]) => !tables.has(name))).toEqual([]);
  });
});
