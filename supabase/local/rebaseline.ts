import type postgres from "postgres";
import baseline from "./baseline.json" with { type: "json" };
import type { Migration } from "./migrate";
import { BootError } from "./report";
import { readSchemaLines } from "./schema-lines";
import { fingerprintOf } from "./schema-text";

const SHOWN_VERSIONS = 3;

function refusal(unknown: readonly string[]): BootError {
  const others = unknown.length - SHOWN_VERSIONS;
  const names = unknown.slice(0, SHOWN_VERSIONS).join(", ") + (others > 0 ? ` e outras ${others}` : "");
  return new BootError(
    `O banco tem migrações que este código não contém (${names}) e um esquema diferente do esperado; ` +
      "nada foi alterado. " +
      "Para guardar os dados, volte à versão anterior do código, inicie, gere um backup em /admin/system-backup " +
      "(os diários estão na subpasta backups da pasta do banco), encerre, " +
      "mova a pasta do banco (supabase/.temp ou a de SUPABASE_LOCAL_DIR), inicie esta versão " +
      "e restaure com DATABASE_URL=postgres://… npm run backup:restore -- arquivo.zip --replace. " +
      "Para começar com um banco vazio, basta mover essa pasta.",
  );
}

/** The files of the baseline; undefined when one of them is not in the folder. */
function baselineMigrations(migrations: readonly Migration[]): Migration[] | undefined {
  const found = migrations.filter(({ file }) => baseline.files.includes(file));
  return found.length === baseline.files.length ? found : undefined;
}

/**
 * The migrations before the baseline were joined into fewer files. A database that has recorded exactly the earlier
 * ones and has the schema of the joined ones gets the new records; any other one with unknown records stops the start.
 */
export async function rebaseline(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  report: (text: string) => void,
): Promise<void> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const recorded = new Set(rows.map(({ version }) => version));
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = [...recorded].filter((version) => !known.has(version));
  if (unknown.length === 0) return;
  const joined = baselineMigrations(migrations);
  const { replaces, fingerprint, earlierFingerprint } = baseline;
  const isReplaced = recorded.size === replaces.length && replaces.every((version) => recorded.has(version));
  // The earlier one is that of the files before their statements were replaced; a later migration makes both equal.
  const isEqual = async () => [fingerprint, earlierFingerprint].includes(fingerprintOf(await readSchemaLines(sql)));
  if (!joined || !isReplaced || !(await isEqual())) throw refusal(unknown);
  const counts = `registrando ${joined.length} no lugar de ${recorded.size}`;
  report(`o esquema do banco é igual ao das migrações reunidas; ${counts}, sem alterar dados`);
  await sql.begin(async (tx) => {
    await tx`delete from supabase_migrations.schema_migrations`;
    for (const { version, name, text } of joined) {
      await tx`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`;
    }
  });
}
