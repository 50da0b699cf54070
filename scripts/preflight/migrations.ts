import type { Sql, TransactionSql } from "postgres";
import baselines from "../../supabase/local/baselines.json" with { type: "json" };
import type { Migration } from "../../supabase/local/migrate";
import { pathToBaseline } from "../../supabase/local/rebaseline";

/** One line of the report; without `isOk`, `advice` is the next step. */
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

const countAccounts = async (sql: Sql | TransactionSql): Promise<number> => {
  const [accounts] = await sql<{ count: number }[]>`select count(*)::int as count from auth.users`;
  return accounts?.count ?? 0;
};

/** `supabase db push` leaves a file half applied whose statements it cuts in the wrong place; every later push fails. */
async function halfApplied(sql: Sql | TransactionSql, text: string): Promise<Finding> {
  const accounts = await countAccounts(sql);
  return {
    isOk: false,
    text: `migrações: ${text}`,
    advice: accounts
      ? `o projeto tem ${accounts} contas: não o apague; restaure o último backup em um projeto novo`
      : 'o projeto ainda não tem contas; apague-o e aplique tudo de novo: npx supabase db reset --no-seed --db-url "$DATABASE_URL"',
  };
}

/** A project whose recorded migrations are not those of the folder. */
async function checkEarlier(sql: Sql | TransactionSql, recorded: ReadonlySet<string>): Promise<Finding> {
  const found = pathToBaseline(recorded);
  const first = baselines.steps[0]!.by;
  const stopped = found?.missing.find((version) => first.includes(version));
  if (stopped) return halfApplied(sql, `o push de uma versão anterior do código parou no arquivo ${stopped}`);
  if (found)
    return {
      isOk: false,
      text: `migrações: o projeto registrou uma lista anterior (${recorded.size} arquivos)`,
      advice:
        "rode: DATABASE_URL=postgres://… npm run db:rebaseline (nenhum dado é alterado), e depois npx supabase db push",
    };
  return {
    isOk: false,
    text: "migrações: o projeto registrou arquivos que este código não contém",
    advice: "use a versão do código que os contém",
  };
}

/** Compares the recorded migrations with the files. */
export async function checkMigrations(sql: Sql | TransactionSql, migrations: readonly Migration[]): Promise<Finding> {
  const recorded = await recordedVersions(sql);
  const known = new Set(migrations.map(({ version }) => version));
  if ([...recorded].some((version) => !known.has(version))) return checkEarlier(sql, recorded);
  const pending = migrations.filter(({ version }) => !recorded.has(version));
  const [first] = pending;
  if (!first) return { isOk: true, text: `migrações: as ${migrations.length} estão aplicadas` };
  const table = await existingTable(sql, first);
  if (table)
    return halfApplied(
      sql,
      `${first.file} foi aplicada pela metade: a tabela ${table} existe e o arquivo não está registrado`,
    );
  return {
    isOk: false,
    text: `migrações: faltam ${pending.length}, a partir de ${first.file}`,
    advice: 'rode: npx supabase db push --db-url "$DATABASE_URL"',
  };
}
