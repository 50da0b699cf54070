import { strFromU8, unzipSync } from "fflate";
import type { Sql, TransactionSql } from "postgres";
import { MANIFEST, sha256, type Manifest, type ManifestFile } from "../../lib/backups/rules";

const LINES_AT_ONCE = 500;

type Target = {
  sql: Sql;
  /** Supabase Storage of the same project: base URL and secret key. */
  url: string;
  secretKey: string;
  /** Whether to overwrite a database that already has accounts. */
  replace: boolean;
};

type Archive = { manifest: Manifest; entries: Record<string, Uint8Array> };

/** Opens an archive and verifies the SHA-256 hash of every table and file before anything is written. */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = unzipSync(bytes);
  const index = entries[MANIFEST];
  if (!index) throw new Error("O arquivo não é um backup do portal: falta manifest.json.");
  const manifest = JSON.parse(strFromU8(index)) as Manifest;
  if (manifest.format !== 1) throw new Error(`Formato de backup desconhecido: ${String(manifest.format)}.`);
  const damaged = [...manifest.tables, ...manifest.files].filter(
    ({ entry, sha256: hash }) => !entries[entry] || sha256(entries[entry]) !== hash,
  );
  if (damaged.length > 0) throw new Error(`O backup está danificado: ${damaged.map(({ entry }) => entry).join(", ")}.`);
  return { manifest, entries };
}

/** The columns of a table that are in the backup and are not generated. */
async function columnsOf(tx: TransactionSql, table: string, line: string): Promise<string> {
  const known = Object.keys(JSON.parse(line) as object);
  const rows = await tx<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname = any (${known}) order by attnum`;
  return rows.map(({ name }) => name).join(", ");
}

async function fillTable(tx: TransactionSql, table: string, text: string): Promise<void> {
  const lines = text.split("\n").filter(Boolean);
  const [first] = lines;
  if (!first) return;
  const columns = await columnsOf(tx, table, first);
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const json = `[${lines.slice(from, from + LINES_AT_ONCE).join(",")}]`;
    await tx`
      insert into ${tx.unsafe(table)} (${tx.unsafe(columns)}) overriding system value
      select ${tx.unsafe(columns)} from jsonb_populate_recordset(null::${tx.unsafe(table)}, ${json}::text::jsonb)`;
  }
}

/** Moves each sequence past the highest restored value, so that new rows do not collide with restored ids. */
async function advanceSequences(tx: TransactionSql, tables: readonly string[]): Promise<void> {
  const owned = await tx<{ table: string; column: string; sequence: string }[]>`
    select attrelid::regclass::text as "table", quote_ident(attname) as "column", pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute
    where attrelid = any (${tables as string[]}::regclass[]) and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`;
  for (const { table, column, sequence } of owned) {
    await tx`select setval(${sequence}::regclass, coalesce((select max(${tx.unsafe(column)}) from ${tx.unsafe(table)}), 0) + 1, false)`;
  }
}

async function restoreTables({ sql, replace }: Target, { manifest, entries }: Archive): Promise<void> {
  const names = manifest.tables.map(({ name }) => name);
  if (names.some((name) => !/^(?:auth|public)\.\w+$/.test(name)))
    throw new Error("O backup nomeia tabelas que não são do portal.");
  await sql.begin(async (tx) => {
    const [accounts] = await tx<{ count: number }[]>`select count(*)::int as count from auth.users`;
    if (accounts?.count && !replace)
      throw new Error(
        "O banco já tem contas. Restaure em um banco vazio, ou repita com --replace para trocar tudo o que há nele.",
      );
    const missing = await tx<
      { name: string }[]
    >`select name from unnest(${names}::text[]) as name where to_regclass(name) is null`;
    if (missing.length > 0)
      throw new Error(`Faltam tabelas; aplique as migrações antes: ${missing.map(({ name }) => name).join(", ")}.`);
    // Disables triggers, which would overwrite timestamps and search documents and write to the audit log.
    await tx`set local session_replication_role = replica`;
    await tx`truncate ${tx.unsafe(names.join(", "))} cascade`;
    for (const { name, entry } of manifest.tables) await fillTable(tx, name, strFromU8(entries[entry]!));
    await advanceSequences(tx, names);
    // Duplicate pairs are derived data and are not in the archive, so they are recomputed.
    await tx`delete from records.duplicate_pairs`;
    await tx`select private.pair_duplicates(entity, null) from records.duplicate_sources`;
    // The mails of these decisions were sent before the restore and must not be sent again.
    await tx`select private.mark_requests_answered()`;
  });
}

async function restoreFile({ url, secretKey }: Target, file: ManifestFile, content: Uint8Array): Promise<void> {
  const path = file.name.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(`${url}/storage/v1/object/${file.bucket}/${path}`, {
    method: "POST",
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      "content-type": file.mimetype,
      "x-upsert": "true",
      ...(file.cache_control ? { "cache-control": file.cache_control } : {}),
    },
    body: content as Uint8Array<ArrayBuffer>,
  });
  if (!response.ok)
    throw new Error(
      `O arquivo ${file.bucket}/${file.name} não foi aceito: ${response.status} ${await response.text()}`,
    );
}

async function makeBuckets({ url, secretKey }: Target, files: readonly ManifestFile[]): Promise<void> {
  for (const [id, isPublic] of new Map(files.map(({ bucket, is_public }) => [bucket, is_public]))) {
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}`, "content-type": "application/json" };
    const found = await fetch(`${url}/storage/v1/bucket/${id}`, { headers });
    if (found.ok) continue;
    const made = await fetch(`${url}/storage/v1/bucket`, {
      method: "POST",
      headers,
      body: JSON.stringify({ id, name: id, public: isPublic }),
    });
    if (!made.ok) throw new Error(`A pasta de arquivos ${id} não pôde ser criada: ${made.status}.`);
  }
}

/** Restores all tables in one transaction, then the files. */
export async function restoreBackup(bytes: Uint8Array, target: Target): Promise<Manifest> {
  const archive = openArchive(bytes);
  await restoreTables(target, archive);
  await makeBuckets(target, archive.manifest.files);
  for (const file of archive.manifest.files) await restoreFile(target, file, archive.entries[file.entry]!);
  return archive.manifest;
}
