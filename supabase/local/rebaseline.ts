import type postgres from "postgres";
import baselines from "./baselines.json" with { type: "json" };
import { readEarlierMigrations } from "./earlier-migrations";
import type { Migration } from "./migrate";
import { BootError } from "./report";
import { readSchemaLines } from "./schema-lines";
import { fingerprintOf } from "./schema-text";

const SHOWN_VERSIONS = 3;

/** Versions that were joined into others, in one step of the history. */
export type Step = { replaced: readonly string[]; by: readonly string[] };

const ADVICE =
  "Para guardar os dados, volte à versão anterior do código, inicie, gere um backup em /admin/system-backup " +
  "(os diários estão na subpasta backups da pasta do banco), encerre, " +
  "mova a pasta do banco (supabase/.temp ou a de SUPABASE_LOCAL_DIR), inicie esta versão " +
  "e restaure com DATABASE_URL=postgres://… npm run backup:restore -- arquivo.zip --replace. " +
  "Para começar com um banco vazio, basta mover essa pasta.";

/** Versions that no version of the code contained are named first. */
function unknownMigrations(recorded: readonly string[]): BootError {
  const foreign = recorded.filter((version) => !baselines.steps.some(({ replaced }) => replaced.includes(version)));
  const unknown = [...foreign, ...recorded.filter((version) => !foreign.includes(version))];
  const others = unknown.length - SHOWN_VERSIONS;
  const names = unknown.slice(0, SHOWN_VERSIONS).join(", ") + (others > 0 ? ` e outras ${others}` : "");
  return new BootError(`O banco tem migrações que este código não contém (${names}); nada foi alterado. ${ADVICE}`);
}

/** What leads from the recorded versions to those of the newest baseline; undefined when they are no earlier state. */
export function pathToBaseline(
  recorded: ReadonlySet<string>,
  steps: readonly Step[] = baselines.steps,
): { missing: string[] } | undefined {
  let versions = new Set(recorded);
  const missing: string[] = [];
  for (const { replaced, by } of steps) {
    const found = replaced.filter((version) => versions.has(version));
    if (found.length === 0) continue;
    missing.push(...replaced.filter((version) => !versions.has(version)));
    versions = new Set([...[...versions].filter((version) => !replaced.includes(version)), ...by]);
  }
  const baseline = steps.at(-1)?.by ?? [];
  const isReached = baseline.length === versions.size && baseline.every((version) => versions.has(version));
  return isReached ? { missing } : undefined;
}

/** The migrations of a baseline's files; undefined when one of them is not in the folder. */
function ofBaseline(migrations: readonly Migration[]): Migration[] | undefined {
  const versions = baselines.steps.at(-1)?.by ?? [];
  const found = migrations.filter(({ version }) => versions.includes(version));
  return found.length === versions.length ? found : undefined;
}

async function applyEarlier(tx: postgres.TransactionSql, missing: readonly string[]): Promise<void> {
  const texts = new Map(readEarlierMigrations().map((migration) => [migration.version, migration]));
  for (const version of missing) {
    const migration = texts.get(version);
    if (!migration) throw unknownMigrations([version]);
    await tx.unsafe(migration.text).catch((error: unknown) => {
      const { message } = error as Error;
      throw new BootError(
        `A migração anterior ${version}_${migration.name} falhou: ${message}. Nada foi alterado. ${ADVICE}`,
      );
    });
  }
}

async function record(tx: postgres.TransactionSql, joined: readonly Migration[]): Promise<void> {
  await tx`delete from supabase_migrations.schema_migrations where true`;
  for (const { version, name, text } of joined) {
    await tx`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${[text]})`;
  }
}

/**
 * Migrations are joined into fewer files from time to time. A database that recorded earlier ones first gets those that
 * it lacks; when its schema then is that of the joined files, it gets their records. All of it is one transaction; a
 * database with other records or another schema is refused.
 */
export async function rebaseline(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  report: (text: string) => void,
): Promise<boolean> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const recorded = new Set(rows.map(({ version }) => version));
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = [...recorded].filter((version) => !known.has(version));
  if (unknown.length === 0) return false;
  const joined = ofBaseline(migrations);
  const found = pathToBaseline(recorded);
  if (!joined || !found) throw unknownMigrations(unknown);
  const { missing } = found;
  if (missing.length > 0) report(`aplicando ${missing.length} migrações anteriores que faltam no banco`);
  await sql.begin(async (tx) => {
    await applyEarlier(tx, missing);
    if (fingerprintOf(await readSchemaLines(tx)) !== baselines.fingerprint)
      throw new BootError(`O esquema do banco é diferente do esperado; nada foi alterado. ${ADVICE}`);
    await record(tx, joined);
  });
  report(`registrando ${joined.length} migrações reunidas no lugar de ${recorded.size}, sem alterar dados`);
  return true;
}
