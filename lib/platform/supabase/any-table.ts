import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { createSessionClientOn } from "./session";

/** A table named by data, such as a declared admin resource: rows come without types and are checked by their fields. */
export function anyTable(client: ReturnType<typeof createSessionClientOn>, table: string) {
  return (client as unknown as SupabaseClient).from(table);
}
