import type { Sql, TransactionSql } from "postgres";
import type { Migration } from "../../supabase/local/migrate";

/** One line of the report; without `isOk`, `advice` says what to do. */
export type Finding = { isOk: boolean; text: string; advice?: string };

const CREATED = /^create table (?:if not exists )?([a-z_]+\.[a-z_]+)/gm;

async function recordedVersions(sql: Sql | TransactionSql): Promise<Set<string>> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('supabase_migrations.schema_migrations')::text as name`;
  if (!table?.name) return new Set();
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  return new Set(rows.map(({ version }) => version));
}

/** The first table that a migration creates and the database already has. */
async function existingTable(sql: Sql | TransactionSql, { text }: Migration): Promise<string | undefined> {
  const names = [...text.matchAll(CREATED)].map(([, name]) => name!);
  const rows = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as name where to_regclass(name) is not null`;
  return rows[0]?.name;
}

/**
 * Compares the recorded migrations with the files. `supabase db push` does not roll back a file whose statements it cuts
 * in the wrong place: its first tables then exist, but the file is not recorded, and every later push fails.
 */
export async function checkMigrations(sql: Sql | TransactionSql, migrations: readonly Migration[]): Promise<Finding> {
  const recorded = await recordedVersions(sql);
  const pending = migrations.filter(({ version }) => !recorded.has(version));
  const [first] = pending;
  if (!first) return { isOk: true, text: `migrações: as ${migrations.length} estão aplicadas` };
  const table = await existingTable(sql, first);
  if (!table)
    return {
      isOk: false,
      text: `migrações: faltam ${pending.length}, a partir de ${first.file}`,
      advice: 'rode: npx supabase db push --db-url "$DATABASE_URL"',
    };
  const [accounts] = await sql<{ count: number }[]>`select count(*)::int as count from auth.users`;
  return {
    isOk: false,
    text: `migrações: ${first.file} foi aplicada pela metade: a tabela ${table} existe e o arquivo não está registrado`,
    advice: accounts?.count
      ? `o projeto tem ${accounts.count} contas: não o apague; restaure o último backup em um projeto novo`
      : 'o projeto ainda não tem contas; apague-o e aplique tudo de novo: npx supabase db reset --no-seed --db-url "$DATABASE_URL"',
  };
}
