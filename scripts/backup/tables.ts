import { strFromU8 } from "fflate";
import type { Sql, TransactionSql } from "postgres";
import { normaliseAccounts } from "./accounts";
import type { Archive } from "./archive";
import { relaxTables, removeOrphans } from "./constraints";

const LINES_AT_ONCE = 500;
const USERS = "auth.users";
const IDENTITIES = "auth.identities";

/** The columns of a table that are in the backup and are not generated. */
async function columnsOf(tx: TransactionSql, table: string, line: string): Promise<string> {
  const known = Object.keys(JSON.parse(line) as object);
  const rows = await tx<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname = any (${known}) order by attnum`;
  return rows.map(({ name }) => name).join(", ");
}

/** Inserts the rows of a table that satisfy the condition; returns how many do not. */
async function fillTable(tx: TransactionSql, table: string, text: string, condition = "true"): Promise<number> {
  const lines = text.split("\n").filter(Boolean);
  const [first] = lines;
  if (!first) return 0;
  let inserted = 0;
  const columns = await columnsOf(tx, table, first);
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const json = `[${lines.slice(from, from + LINES_AT_ONCE).join(",")}]`;
    const rows = await tx`
      insert into ${tx.unsafe(table)} (${tx.unsafe(columns)}) overriding system value
      select ${tx.unsafe(columns)} from jsonb_populate_recordset(null::${tx.unsafe(table)}, ${json}::text::jsonb) as row
      where ${tx.unsafe(condition)}`;
    inserted += rows.count;
  }
  return lines.length - inserted;
}

type Fill = (table: string, condition?: string) => Promise<number>;

/**
 * The triggers of the auth server's tables belong to another role's tables and cannot be disabled. One makes a profile
 * for each account; another refuses a second identity of an account whose profile has no confirmed address. Their
 * foreign keys cannot be deferred either; returns how many identities have no account.
 */
async function fillAccounts(tx: TransactionSql, fill: Fill): Promise<number> {
  await fill(USERS);
  await normaliseAccounts(tx);
  await tx`update public.profiles set email_verified_at = now() where true`;
  const removed = await fill(IDENTITIES, `exists (select from ${USERS} where users.id = row.user_id)`);
  await tx`delete from public.profiles where true`;
  return removed;
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

async function checkTarget(tx: TransactionSql, names: readonly string[], replace: boolean): Promise<void> {
  const [accounts] = await tx<{ count: number }[]>`select count(*)::int as count from auth.users`;
  if (accounts?.count && !replace)
    throw new Error(
      "O banco já tem contas. Restaure em um banco vazio, ou repita com --replace para trocar tudo o que há nele.",
    );
  const missing = await tx<
    { name: string }[]
  >`select name from unnest(${names as string[]}::text[]) as name where to_regclass(name) is null`;
  if (missing.length > 0)
    throw new Error(`Faltam tabelas; aplique as migrações antes: ${missing.map(({ name }) => name).join(", ")}.`);
}

export type TableCounts = { tables: number; rows: number; accounts: number; removed: number };

/** Counts what the database has now; fails when a table has other rows than the archive although none was removed. */
async function countRows(tx: TransactionSql, { manifest }: Archive, removed: number): Promise<TableCounts> {
  const counts = new Map<string, number>();
  for (const { name, rows } of manifest.tables) {
    const [found] = await tx<{ count: number }[]>`select count(*)::int as count from ${tx.unsafe(name)}`;
    counts.set(name, found!.count);
    if (found!.count !== rows && removed === 0)
      throw new Error(`A tabela ${name} ficou com ${found!.count} linhas em vez de ${rows}; nada foi alterado.`);
  }
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { tables: counts.size, rows, accounts: counts.get(USERS) ?? 0, removed };
}

async function fillTables(tx: TransactionSql, archive: Archive, names: readonly string[]): Promise<TableCounts> {
  const texts = new Map(archive.manifest.tables.map(({ name, entry }) => [name, entry]));
  const fill: Fill = (name, condition) =>
    fillTable(tx, name, strFromU8(archive.entries[texts.get(name) ?? ""] ?? new Uint8Array()), condition);
  const restoreRules = await relaxTables(tx);
  await tx`truncate ${tx.unsafe(names.join(", "))} cascade`;
  const withoutAccount = await fillAccounts(tx, fill);
  for (const name of names) if (name !== USERS && name !== IDENTITIES) await fill(name);
  const removed = withoutAccount + (await removeOrphans(tx, names));
  await restoreRules();
  await advanceSequences(tx, names);
  // Duplicate pairs are derived data and are not in the archive, so they are recomputed.
  await tx`delete from records.duplicate_pairs where true`;
  await tx`select private.pair_duplicates(entity, null) from records.duplicate_sources`;
  // The mails of these decisions were sent before the restore and must not be sent again.
  await tx`select private.mark_requests_answered()`;
  return countRows(tx, archive, removed);
}

/** Restores all tables in one transaction and records the archive, so that a later run can continue with the files. */
export async function restoreTables(sql: Sql, archive: Archive, replace: boolean): Promise<TableCounts> {
  const names = archive.manifest.tables.map(({ name }) => name);
  if (names.some((name) => !/^(?:auth|public)\.\w+$/.test(name)))
    throw new Error("O backup nomeia tabelas que não são do portal.");
  return sql.begin(async (tx) => {
    await checkTarget(tx, names, replace);
    const counts = await fillTables(tx, archive, names);
    await tx`delete from private.restored_archives where true`;
    await tx`insert into private.restored_archives (hash, counts) values (${archive.hash}, ${tx.json(counts)})`;
    return counts;
  });
}
