import "server-only";
import { databaseError, orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { changeRow } from "../mutations";
import type { RowAnswer } from "../schema";
import type { SavedPart } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const [PERMISSION_DENIED, EXISTS] = ["42501", "23505"];

/** Stores a new part once, however often it is sent, or changes an existing one. */
export async function savePart(
  client: SessionClient,
  { id, vehicle, original, ...sent }: SavedPart,
): Promise<RowAnswer> {
  if (original) return changeRow(client, { table: "vehicle_parts", column: "id" }, id, { original, sent });
  const car = client.from("vehicles").select("owner_id").eq("id", vehicle).is("deleted_at", null);
  const owner = orThrow(await car.maybeSingle())?.owner_id;
  if (!owner) return { outcome: "gone" };
  const { error } = await client.from("vehicle_parts").insert({ ...sent, id, vehicle_id: vehicle, owner_id: owner });
  if (error?.code === PERMISSION_DENIED) return { outcome: "gone" };
  if (error && error.code !== EXISTS) throw databaseError(error);
  return { outcome: "saved" };
}
