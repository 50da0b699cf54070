import "server-only";
import type { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { storedEntry } from "./queries";
import { ENTRY_REFUSALS, type SaveEntry, type SaveEntryAnswer } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const saveEntryAnswer: z.ZodType<SaveEntryAnswer> = outcomeSchema({
  saved: { entry: storedEntry },
  conflict: { entry: storedEntry },
  refused: ENTRY_REFUSALS,
  gone: true,
});
const deletedSchema = outcomeSchema({ refused: ["exists"], gone: true });

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
  return deletedSchema.parse(orThrow(moved));
}
