import "server-only";
import type { Json } from "../../platform/supabase/database.types";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { getTrip } from "../../travel/saved-trips/queries";
import { statesCrossed } from "../../travel/saved-trips/states";
import { changeRow } from "../vehicles/mutations";
import type { RowAnswer } from "../vehicles/schema";
import { endsOf } from "./rules";
import type { LoggedTrip, LogTripAnswer, LogTripInput, SavedDiaryEntry } from "./schema";
import type { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";
import { ENTRY_REFUSALS } from "../entries/schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const loggedSchema: z.ZodType<LogTripAnswer> = outcomeSchema({ conflict: {}, refused: ENTRY_REFUSALS, gone: true });

const [PERMISSION_DENIED, EXISTS] = ["42501", "23505"];

/** Closes an own trip and writes it with fuel and expenses into the log of a car, in one transaction and once per car. */
export async function logTrip(
  client: SessionClient,
  { trip, vehicle, ...input }: LogTripInput,
): Promise<LogTripAnswer> {
  const stored = await getTrip(client, trip);
  if (!stored) return { outcome: "gone" };
  const content: LoggedTrip = { ...input, ...endsOf(stored.plan.stops), states: statesCrossed(stored) };
  return loggedSchema.parse(orThrow(await client.rpc("log_trip", { trip, vehicle, content: content as Json })));
}

/** Stores a new entry of the diary once, however often it is sent, or changes an existing one. */
export async function saveDiaryEntry(
  client: SessionClient,
  account: string,
  { id, vehicle, original, ...sent }: SavedDiaryEntry,
): Promise<RowAnswer> {
  if (original) return changeRow(client, { table: "vehicle_diary_entries", column: "id" }, id, { original, sent });
  const car = client.from("vehicles").select("owner_id").eq("id", vehicle).is("deleted_at", null);
  const owner = orThrow(await car.maybeSingle())?.owner_id;
  if (!owner) return { outcome: "gone" };
  const row = { ...sent, on_date: sent.on_date!, id, vehicle_id: vehicle, owner_id: owner, created_by: account };
  const { error } = await client.from("vehicle_diary_entries").insert(row);
  if (error?.code === PERMISSION_DENIED) return { outcome: "gone" };
  if (error && error.code !== EXISTS) throw databaseError(error);
  return { outcome: "saved" };
}
