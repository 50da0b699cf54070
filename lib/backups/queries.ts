import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";

/** Backups, newest first. */
export async function listBackups() {
  const { data, error } = await (await createSessionClient())
    .from("backups")
    .select("id, status, failure, row_total, file_total, byte_total, created_at, finished_at, author:profiles (username)")
    .order("created_at", { ascending: false })
    .limit(30);
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return data;
}
