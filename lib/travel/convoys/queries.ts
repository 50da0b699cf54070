import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { convoyListSchema, convoySchema, type Convoy, type ListedConvoy } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** A convoy as its members see it; null for everybody else. */
export async function readConvoy(client: Client, code: string): Promise<Convoy | null> {
  return convoySchema.nullable().parse(orThrow(await client.rpc("read_convoy", { code })));
}

/** Convoys of the signed-in account, the latest end first. */
export async function listConvoys(client: Client): Promise<ListedConvoy[]> {
  return convoyListSchema.parse(orThrow(await client.rpc("list_convoys")));
}
