import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { SearchMiss } from "./schema";

/** Counts a search without a result; the database leaves out what may be an address or a telephone number. */
export async function addSearchMiss(
  client: ReturnType<typeof createServiceClient>,
  { q, locale }: SearchMiss,
): Promise<void> {
  orThrow(await client.rpc("add_search_miss", { typed: q, of_locale: locale }));
}
