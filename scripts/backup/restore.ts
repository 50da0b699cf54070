import type { Sql } from "postgres";
import { openArchive, type Archive } from "./archive";
import { restoreFiles, type Storage } from "./files";
import { restoreTables, type TableCounts } from "./tables";

type Target = Storage & {
  /** The connection of the owner of the tables, which need not be a superuser. */
  sql: Sql;
  /** Whether to overwrite a database that already has accounts. */
  replace: boolean;
};

export type Restored = TableCounts & { files: number; storedFiles: number; isContinued: boolean };

/** The counts of an earlier run with the same archive that ended before all files were stored. */
async function interruptedRun(sql: Sql, { hash }: Archive): Promise<TableCounts | undefined> {
  const [run] = await sql<{ counts: TableCounts }[]>`
    select counts from private.restored_archives where hash = ${hash} and finished_at is null`;
  return run?.counts;
}

/** Restores all tables in one transaction, then the files; a run that was interrupted in the files is continued. */
export async function restoreBackup(bytes: Uint8Array, { sql, replace, ...storage }: Target): Promise<Restored> {
  const archive = openArchive(bytes);
  const earlier = replace ? undefined : await interruptedRun(sql, archive);
  const counts = earlier ?? (await restoreTables(sql, archive, replace));
  const storedFiles = await restoreFiles(sql, storage, archive);
  await sql`update private.restored_archives set finished_at = now() where hash = ${archive.hash}`;
  return { ...counts, files: archive.manifest.files.length, storedFiles, isContinued: earlier !== undefined };
}
