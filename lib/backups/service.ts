import "server-only";
import type { createServiceClient } from "../platform/supabase/service";
import type { BackupSource, StoredFile, Totals } from "./rules";

type ServiceClient = ReturnType<typeof createServiceClient>;

const ROWS_AT_ONCE = 1000;

function given<T>(answer: { data: T | null; error: { message: string } | null }): T {
  if (answer.error || answer.data === null) throw new Error(answer.error?.message ?? "no answer");
  return answer.data;
}

/** A hosted project answers a thousand rows at most. */
async function allFiles(client: ServiceClient): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (;;) {
    const page = given<StoredFile[]>(await client.rpc("backup_files").range(files.length, files.length + ROWS_AT_ONCE - 1));
    if (page.length === 0) return files;
    files.push(...page);
  }
}

/** Reads tables and files through the server's own client. */
export function backupSource(client: ServiceClient): BackupSource {
  return {
    tables: async () => given(await client.rpc("backup_tables")).map(({ name }) => name),
    rows: async (table, from) => given<string[]>(await client.rpc("backup_rows", { of_table: table, from_row: from, max_rows: ROWS_AT_ONCE })),
    files: () => allFiles(client),
    file: async ({ bucket, name }) => {
      const { data, error } = await client.storage.from(bucket).download(name);
      if (error) throw new Error(error.message);
      const blob: Blob = data;
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
}

/** Writes down that a backup began; without an account it is one of the worker. */
export async function beginBackup(client: ServiceClient, account: string | null): Promise<string> {
  return given<{ id: string }>(await client.from("backups").insert({ created_by: account }).select("id").single()).id;
}

/** Writes down how it ended; without totals it broke off. */
export async function endBackup(client: ServiceClient, id: string, totals: Totals | null): Promise<void> {
  const { rows = 0, files = 0, bytes = 0 } = totals ?? {};
  const { error } = await client
    .from("backups")
    .update({ status: totals ? "done" : "failed", row_total: rows, file_total: files, byte_total: bytes, finished_at: new Date().toISOString() })
    .eq("id", id);
  if (error) throw new Error(error.message);
}
