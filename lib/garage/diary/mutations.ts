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

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const [PERMISSION_DENIED, EXISTS] = ["42501", "23505"];

/** Closes an own trip and writes it with fuel and expenses into the log of a car, in one transaction and once per car. */
export async function logTrip(
  client: SessionClient,
  { trip, vehicle, ...input }: LogTripInput,
): Promise<LogTripAnswer> {
  const stored = await getTrip(client, trip);
  if (!stored) return { status: "gone" };
  const content: LoggedTrip = { ...input, ...endsOf(stored.plan.stops), states: statesCrossed(stored) };
  return orThrow(await client.rpc("log_trip", { trip, vehicle, content: content as Json })) as LogTripAnswer;
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
  if (!owner) return { status: "gone" };
  const row = { ...sent, on_date: sent.on_date!, id, vehicle_id: vehicle, owner_id: owner, created_by: account };
  const { error } = await client.from("vehicle_diary_entries").insert(row);
  if (error?.code === PERMISSION_DENIED) return { status: "gone" };
  if (error && error.code !== EXISTS) throw databaseError(error);
  return { status: "saved" };
}
