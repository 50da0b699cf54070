import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";

/** Backups, newest first. */
export async function listBackups() {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("backups")
      .select(
        "id, status, failure, row_total, file_total, byte_total, created_at, finished_at, author:profiles (username)",
      )
      .order("created_at", { ascending: false })
      .limit(30),
  );
  return data;
}
