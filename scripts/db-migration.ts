import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type postgres from "postgres";
import { openOwner } from "../supabase/local/boot";
import { createEmptyDatabase } from "../supabase/local/empty-database";
import { applyMigrations } from "../supabase/local/migrate";
import { startPostgres } from "../supabase/local/postgres";
import { readSchemaLines } from "../supabase/local/schema-lines";
import { MIGRATIONS } from "./db-lock";
import { readReferenceRows } from "./db/reference-rows";
import { applySchemaFiles, schemaStatements } from "./db/schema-files";
import { GAP, writeMigration, type Described } from "./db/write-migration";

const PORT = Number(process.env.COMPARE_DATABASE_PORT ?? "54440");
const NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
const VERSION_LENGTH = "YYYYMMDDhhmmss".length;

async function describe(url: string, name: string, dir: string, build: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = openOwner(await createEmptyDatabase(url, name, dir));
  try {
    await build(sql);
    return { lines: await readSchemaLines(sql), rows: await readReferenceRows(sql) } satisfies Described;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** The statements that lead from the database of the migrations to that of supabase/schemas. */
async function migrationText(): Promise<string> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-migration-"));
  const server = await startPostgres(path.join(dir, "server"), PORT);
  try {
    const before = await describe(server.url, "before", dir, (sql) => applyMigrations(sql, MIGRATIONS, () => {}));
    const after = await describe(server.url, "after", dir, (sql) => applySchemaFiles(sql));
    return writeMigration(before, after, schemaStatements());
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The present time, or the number after the newest migration where a clock was ahead: migrations apply in this order. */
function nextVersion(): string {
  const newest = readdirSync(MIGRATIONS).sort().at(-1)?.slice(0, VERSION_LENGTH) ?? "0";
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, VERSION_LENGTH);
  return String(Math.max(Number(now), Number(newest) + 1));
}

async function main(name: string): Promise<void> {
  const text = await migrationText();
  if (text.trim() === "") return console.info("no difference between supabase/schemas and the migrations");
  const version = nextVersion();
  const file = path.join(MIGRATIONS, `${version}_${name}.sql`);
  writeFileSync(file, text);
  console.info(`written: ${path.relative(process.cwd(), file)}`);
  if (text.includes(GAP)) console.info("fill its gap, then: npm run db:compare -- --schemas");
}

const [name] = process.argv.slice(2);
if (name && NAME.test(name)) await main(name);
else {
  console.error("Usage: npm run db:migration -- name_of_the_change");
  process.exitCode = 1;
}
