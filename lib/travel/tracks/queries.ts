import "server-only";
import { z } from "zod";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { TrackPoint } from "./rules";
import { trackPointSchema } from "./schema";
import { MAX_TRACK_PIECES } from "../../platform/supabase/database-constants/travel";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const COLUMNS = "id, trip_id, started_at, ended_at, km, gap_km, moving_minutes";
const MAX_LISTED = 100;

/** Finished tracks of an account, the newest first; with `trip` those of one trip. */
export async function listOwnTracks(client: SessionClient, account: string, trip: string | null = null) {
  const own = client.from("trip_tracks").select(COLUMNS).eq("owner_id", account).not("ended_at", "is", null);
  const rows = trip === null ? own : own.eq("trip_id", trip);
  return orThrow(await rows.order("started_at", { ascending: false }).order("id").limit(MAX_LISTED));
}

/** A track with the title of its trip; null when the account may not read it. */
export async function getOwnTrack(client: SessionClient, id: string) {
  return orThrow(
    await client.from("trip_tracks").select("id, started_at, trip:trips (title)").eq("id", id).maybeSingle(),
  );
}

/** All points of a track of the caller in the order of travel. */
export async function readTrackPoints(client: SessionClient, track: string): Promise<TrackPoint[]> {
  const rows = orThrow(
    await client
      .from("trip_track_pieces")
      .select("number, points")
      .eq("track_id", track)
      .order("number")
      .limit(MAX_TRACK_PIECES),
  );
  return rows.flatMap(({ points }) => z.array(trackPointSchema).parse(points));
}

/** Whether an own trip was closed by its owner. */
export async function isTripDone(client: SessionClient, trip: string): Promise<boolean> {
  const row = orThrow(await client.from("trips").select("done_at").eq("id", trip).maybeSingle());
  return row?.done_at != null;
}
