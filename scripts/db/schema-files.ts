import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type postgres from "postgres";
import { readProjectConfig } from "../../supabase/local/config";
import { lineOf } from "../../supabase/local/migrate";
import { ROOT } from "../../supabase/local/settings";
import { cliStatements } from "./statements";

export type SchemaFile = { file: string; text: string };

const FOLDER = path.join(ROOT, "supabase/schemas");

const LONGEST_NAME = 63;

/** The files of supabase/schemas in the order in which they apply, which supabase/config.toml lists. */
export function schemaFiles(): SchemaFile[] {
  return readProjectConfig().db.migrations.schema_paths.map((listed) => {
    const file = path.posix.normalize(listed).replace(/^schemas\//, "");
    return { file, text: readFileSync(path.join(FOLDER, file), "utf8") };
  });
}

/** The files of the folder, listed or not. */
export const existingSchemaFiles = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".sql"))
    .sort();

/** Applies the files to a database without tables, each in one transaction. */
export async function applySchemaFiles(sql: postgres.Sql, files: readonly SchemaFile[] = schemaFiles()): Promise<void> {
  for (const { file, text } of files) {
    try {
      await sql.begin((tx) => tx.unsafe(text));
    } catch (error) {
      const { message, position } = error as { message: string; position?: string };
      throw new Error(`supabase/schemas/${file}:${lineOf(text, position) ?? "?"}: ${message}`, { cause: error });
    }
  }
  await sql`reset check_function_bodies`;
}

/** What defines an object once. */
const DEFINITIONS = [
  /^create (table) (?:if not exists )?([\w.]+)/,
  /^create (function) ([\w.]+ ?\([^$]*?\))\s*(?:returns|language)/,
  /^create (policy) ("[^"]+"\s+on [\w.]+)/,
  /^create (?:constraint )?(trigger) (\w+)\s[\s\S]*?\s(on [\w.]+)/,
  /^create (?:unique )?(index) (\w+)/,
  /^create (view|sequence|schema|extension|text search configuration) (?:if not exists )?([\w.]+)/,
  /^(comment on (?:\w+|text search configuration)) ((?:"[^"]+" on )?[\w."]+(?:\([^)]*\))?(?: on [\w.]+)?) is/,
  /^alter (table [\w.]+) add (constraint \w+)/,
];

export type Statement = { file: string; text: string; key: string };

/** Statement without the comments before it. */
export const withoutLead = (statement: string): string =>
  statement.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/, "").trim();

/** Postgres keeps 63 bytes of a name. */
const truncated = (part: string) =>
  part.replace(/^"([^"]+)"/, (_, name: string) => `"${Buffer.from(name).subarray(0, LONGEST_NAME).toString()}"`);

/** What a statement defines, for example `table public.states`; empty for grants and rows. */
export function keyOf(statement: string): string {
  for (const pattern of DEFINITIONS) {
    const [, ...parts] = pattern.exec(statement) ?? [];
    if (parts.length > 0) return parts.filter(Boolean).map(truncated).join(" ").replace(/\s+/g, " ");
  }
  return "";
}

/** Every statement of the files; comments before a statement are its beginning. */
export function schemaStatements(files: readonly SchemaFile[] = schemaFiles()): Statement[] {
  return files.flatMap(({ file, text }) =>
    cliStatements(text)
      .filter((statement) => withoutLead(statement) !== "")
      .map((statement) => ({ file, text: statement.trim(), key: keyOf(withoutLead(statement)) })),
  );
}
