import "server-only";
import { z } from "zod";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { storedEntry } from "./queries";
import type { SaveEntry, SaveEntryAnswer } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Result of `save_vehicle_entry`. */
const saveEntryAnswer: z.ZodType<SaveEntryAnswer> = z.union([
  z.object({ status: z.enum(["saved", "conflict"]), entry: storedEntry }),
  z.object({ status: z.enum(["gone", "forbidden", "invalid", "in_future", "exists", "limit"]) }),
]);

/** Stores an entry; one that is sent again with the same content is answered as saved. */
export async function saveEntry(
  client: SessionClient,
  { id, vehicle, expected_version, content }: SaveEntry,
): Promise<SaveEntryAnswer> {
  const sent = { entry: id, vehicle, expected_version: expected_version as number, content };
  return saveEntryAnswer.parse(orThrow(await client.rpc("save_vehicle_entry", sent)));
}

/** Moves an entry into the trash or back. */
export async function setEntryDeleted(client: SessionClient, entry: string, isDeleted: boolean) {
  const moved = await client.rpc("set_vehicle_entry_deleted", { entry, is_deleted: isDeleted });
  return orThrow(moved) as "saved" | "gone" | "exists";
}
