import fs from "node:fs";
import path from "node:path";
import type postgres from "postgres";
import { rebaseline } from "./rebaseline";
import { BootError, progress } from "./report";

const FILE_NAME = /^(\d+)_(.+)\.sql$/;
const LOCK_KEY = 54_322;

export type Migration = { version: string; name: string; file: string; text: string };

export function listMigrations(folder: string): Migration[] {
  if (!fs.existsSync(folder)) return [];
  const found: Migration[] = [];
  for (const file of fs.readdirSync(folder).sort()) {
    const match = FILE_NAME.exec(file);
    if (!match?.[1] || !match[2]) continue;
    found.push({ version: match[1], name: match[2], file, text: fs.readFileSync(path.join(folder, file), "utf8") });
  }
  return found;
}

/** Converts a position in the SQL text to a line number for the error message. */
export function lineOf(text: string, position: string | undefined): number | undefined {
  const offset = Number(position);
  return offset > 0 ? text.slice(0, offset).split("\n").length : undefined;
}

function explain(migration: Migration, error: unknown): BootError {
  const { message, position } = error as { message: string; position?: string };
  const line = lineOf(migration.text, position);
  const place = line ? `${migration.file}, linha ${line}` : migration.file;
  return new BootError(
    `A migração ${place} falhou: ${message}. Corrija o arquivo e inicie de novo; nada dela foi aplicado.`,
  );
}

async function apply(sql: postgres.Sql, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(migration.text);
      await tx`insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${[migration.text]})`;
    });
  } catch (error) {
    throw explain(migration, error);
  }
}

/** Applies pending migrations, each in one transaction, and records them like the official CLI. */
export async function applyMigrations(sql: postgres.Sql, folder: string, report = progress): Promise<number> {
  const migrations = listMigrations(folder);
  await sql`select pg_advisory_lock(${LOCK_KEY})`;
  try {
    await rebaseline(sql, migrations, report);
    const rows = await sql<
      { version: string; statements: string[] | null }[]
    >`select version, statements from supabase_migrations.schema_migrations`;
    const applied = new Map(rows.map((row) => [row.version, row.statements]));
    const pending = migrations.filter((migration) => !applied.has(migration.version));
    for (const migration of pending) {
      report(`aplicando a migração ${migration.file}`);
      await apply(sql, migration);
    }
    for (const { version, file, text } of migrations) {
      const recorded = applied.get(version);
      if (recorded?.length === 1 && recorded[0] !== text)
        report(`atenção: ${file} mudou depois de aplicada e não foi aplicada de novo`);
    }
    return pending.length;
  } finally {
    await sql`select pg_advisory_unlock(${LOCK_KEY})`;
  }
}
