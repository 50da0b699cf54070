import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { savedTripSchema, type SavedTrip } from "../trips/schema";
import { MAX_TRIPS } from "../../platform/supabase/database-constants/travel";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

type Listed = { isDeleted?: boolean; limit?: number };

/** Trips of an account outside the trash or in it, the last saved first. */
export async function listOwnTrips(
  client: SessionClient,
  account: string,
  { isDeleted = false, limit = MAX_TRIPS }: Listed = {},
) {
  const own = client
    .from("trips")
    .select("id, title, state_abbr, start_on, status, updated_at, km:route->km, minutes:route->minutes")
    .eq("owner_id", account);
  const rows = isDeleted ? own.not("deleted_at", "is", null) : own.is("deleted_at", null);
  return orThrow(await rows.order("updated_at", { ascending: false }).order("id").limit(limit)).map(
    ({ km, minutes, ...trip }) => ({ ...trip, km: Number(km ?? 0), minutes: Number(minutes ?? 0) }),
  );
}
export type TripRow = Awaited<ReturnType<typeof listOwnTrips>>[number];

/** The next trip of an account that has not begun before `today` and was not closed; null without one. */
export async function nextTrip(client: SessionClient, account: string, today: string) {
  return orThrow(
    await client
      .from("trips")
      .select("id, title, state_abbr, start_on")
      .eq("owner_id", account)
      .is("deleted_at", null)
      .is("done_at", null)
      .gte("start_on", today)
      .order("start_on")
      .order("id")
      .limit(1)
      .maybeSingle(),
  );
}

export type NextTrip = NonNullable<Awaited<ReturnType<typeof nextTrip>>>;

/** The trip that the team plans for an application; null before its first save and without the permission. */
export async function getRequestedTrip(client: SessionClient, application: string): Promise<SavedTrip | null> {
  const row = orThrow(
    await client
      .from("trips")
      .select("id, version, plan, route, updatedAt:updated_at")
      .eq("request_id", application)
      .maybeSingle(),
  );
  return row && savedTripSchema.parse(row);
}

/** A stored trip; null when the account may not read it, or it is in the trash. */
export async function getTrip(client: SessionClient, id: string): Promise<SavedTrip | null> {
  const row = orThrow(
    await client
      .from("trips")
      .select("id, version, plan, route, updatedAt:updated_at")
      .eq("id", id)
      .is("request_id", null)
      .is("deleted_at", null)
      .maybeSingle(),
  );
  return row && savedTripSchema.parse(row);
}
