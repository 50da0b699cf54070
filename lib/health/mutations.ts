import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";

/** Deletes one error report, or all of them. */
export async function clearReports(id: number | null): Promise<void> {
  const rows = (await createSessionClient()).from("error_reports").delete();
  const { error } = await (id === null ? rows.gt("id", 0) : rows.eq("id", id));
  if (error) throw new AppError("service.unavailable", { detail: error.message });
}
