import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { SaveEntry, SaveEntryAnswer } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Stores an entry; one that is sent again with the same content is answered as saved. */
export async function saveEntry(
  client: SessionClient,
  { id, vehicle, seen, content }: SaveEntry,
): Promise<SaveEntryAnswer> {
  const sent = { entry: id, vehicle, seen: seen as number, content };
  return orThrow(await client.rpc("save_vehicle_entry", sent)) as SaveEntryAnswer;
}

/** Moves an entry into the trash or back. */
export async function setEntryDeleted(client: SessionClient, entry: string, isDeleted: boolean) {
  const moved = await client.rpc("set_vehicle_entry_deleted", { entry, is_deleted: isDeleted });
  return orThrow(moved) as "saved" | "gone" | "exists";
}
