import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";

/** Deletes one error report, or all of them. */
export async function clearReports(id: number | null): Promise<void> {
  const rows = (await createSessionClient()).from("error_reports").delete();
  orThrow(await (id === null ? rows.gt("id", 0) : rows.eq("id", id)));
}
