import "server-only";
import { reportError } from "../../platform/report";
import type { createServiceClient } from "../../platform/supabase/service";
import type { BackupSource, StoredFile, Totals } from "./rules";

type ServiceClient = ReturnType<typeof createServiceClient>;

const ROWS_AT_ONCE = 1000;

function dataOf<T>(answer: { data: T | null; error: { message: string } | null }): T {
  if (answer.error || answer.data === null) throw new Error(answer.error?.message ?? "no answer");
  return answer.data;
}

/** Paginated, because a hosted project returns at most 1,000 rows. */
async function allFiles(client: ServiceClient): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (;;) {
    const page = dataOf<StoredFile[]>(
      await client.rpc("backup_files").range(files.length, files.length + ROWS_AT_ONCE - 1),
    );
    if (page.length === 0) return files;
    files.push(...page);
  }
}

/** Backup source that reads tables and files with the service client. */
export function backupSource(client: ServiceClient): BackupSource {
  return {
    tables: async () => dataOf(await client.rpc("backup_tables")).map(({ name }) => name),
    rows: async (table, from) =>
      dataOf<string[]>(await client.rpc("backup_rows", { of_table: table, from_row: from, max_rows: ROWS_AT_ONCE })),
    files: () => allFiles(client),
    file: async ({ bucket, name }) => {
      const { data, error } = await client.storage.from(bucket).download(name);
      if (error) {
        const files = await allFiles(client);
        const isListed = files.some((file) => file.bucket === bucket && file.name === name);
        if (isListed) throw new Error(error.message);
        return null;
      }
      const blob: Blob = data;
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
}

const HEARTBEAT_MS = 20_000;

export type BackupFailure = "cancelled" | "error";

/**
 * Records the start of a backup; without an account the worker started it. A heartbeat is written until it ends; the
 * worker marks a row without a recent heartbeat as interrupted.
 */
export async function beginBackup(client: ServiceClient, account: string | null) {
  const { id } = dataOf<{ id: string }>(
    await client.from("backups").insert({ created_by: account }).select("id").single(),
  );
  const writeHeartbeat = async () => {
    const { error } = await client.from("backups").update({ heartbeat_at: new Date().toISOString() }).eq("id", id);
    if (error) reportError("backup", new Error(error.message));
  };
  const timer = setInterval(() => void writeHeartbeat(), HEARTBEAT_MS);
  timer.unref();
  return {
    id,
    /** Records the result: done with totals, or failed with a reason. */
    end: async (outcome: Totals | BackupFailure): Promise<void> => {
      clearInterval(timer);
      const failed = typeof outcome === "string";
      const { rows, files, bytes } = failed ? { rows: 0, files: 0, bytes: 0 } : outcome;
      const { error } = await client
        .from("backups")
        .update({
          status: failed ? "failed" : "done",
          failure: failed ? outcome : null,
          row_total: rows,
          file_total: files,
          byte_total: bytes,
          finished_at: new Date().toISOString(),
        })
        .eq("id", id);
      if (error) throw new Error(error.message);
    },
  };
}
