import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { createSessionClientOn } from "./session";

/** The rows of an answer about such a table, whose type depends on the selected columns. */
export const asRows = (data: unknown): Record<string, unknown>[] => (data ?? []) as Record<string, unknown>[];

/** A table whose name is only known at runtime, such as one of an admin resource: rows are untyped and validated by their fields. */
export function anyTable(client: ReturnType<typeof createSessionClientOn>, table: string) {
  return (client as unknown as SupabaseClient).from(table);
}
