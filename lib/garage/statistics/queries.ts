import "server-only";
import { z } from "zod";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { storedEntry } from "../entries/queries";
import type { StoredEntry } from "../entries/schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Every entry of a car outside the trash, the oldest first; empty for a car that the account may not read. */
export async function readLog(client: SessionClient, vehicle: string): Promise<StoredEntry[]> {
  return z.array(storedEntry).parse(orThrow(await client.rpc("read_vehicle_log", { vehicle })));
}
