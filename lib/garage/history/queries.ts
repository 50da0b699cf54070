import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const PAGE = 1000;

/** Receipts and photos of the log of a car that the account may read, the oldest first. */
export async function listEntryFiles(client: SessionClient, vehicle: string) {
  const found = [];
  for (let from = 0; ; from += PAGE) {
    const rows = orThrow(
      await client
        .from("vehicle_files")
        .select("id, entry_id, extension, name")
        .eq("vehicle_id", vehicle)
        .not("entry_id", "is", null)
        .order("created_at")
        .order("id")
        .range(from, from + PAGE - 1),
    );
    found.push(...rows);
    if (rows.length < PAGE) return found;
  }
}
