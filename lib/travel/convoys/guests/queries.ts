import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createPublicClient } from "../../../platform/supabase/public";
import { convoySchema, type Convoy } from "../schema";

/** A convoy as a guest sees it; null for an invalid or expired token. */
export async function readConvoyAsGuest(
  client: ReturnType<typeof createPublicClient>,
  guest: { code: string; token: string },
): Promise<Convoy | null> {
  return convoySchema.nullable().parse(orThrow(await client.rpc("read_convoy_as_guest", guest)));
}
