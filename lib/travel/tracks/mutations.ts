import "server-only";
import { outcomeKey } from "../../platform/outcome";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import type { Json } from "../../platform/supabase/database.types";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { readTrackPoints } from "./queries";
import { meterOf, totalsOf, type UploadStatus } from "./rules";
import type { Upload } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type Stored = { status: UploadStatus; stored: number };

const startedSchema = outcomeSchema({ refused: ["forbidden", "invalid", "in_future", "too_old", "limit"] });
const storedSchema = outcomeSchema({
  conflict: {},
  refused: ["invalid", "ended", "missing", "in_future", "implausible"],
  gone: true,
});
const finishedSchema = outcomeSchema({ refused: ["missing", "in_future", "invalid"], gone: true });

/** Stores what a device sends of a track. Everything may be sent again: it is stored once. */
export async function storeTrack(client: SessionClient, account: string, upload: Upload): Promise<Stored> {
  const { owner, id, trip, startedAt, isStarted, pieces, end } = upload;
  if (owner !== null && owner !== account) return { status: "other_account", stored: 0 };
  if (!isStarted) {
    const start = { track: id, trip: trip as string, started_at: startedAt };
    const started = outcomeKey(startedSchema.parse(orThrow(await client.rpc("start_trip_track", start))));
    if (started !== "saved") return { status: started, stored: 0 };
  }
  let stored = 0;
  for (const { number, points } of pieces) {
    const piece = { track: id, number, points: points as Json };
    const status = outcomeKey(storedSchema.parse(orThrow(await client.rpc("append_trip_track", piece))));
    if (status !== "saved") return { status, stored };
    stored++;
  }
  return { status: end ? await finishTrack(client, id, end) : "stored", stored };
}

/** Ends a track with the totals of the points that the server has. */
async function finishTrack(
  client: SessionClient,
  track: string,
  end: NonNullable<Upload["end"]>,
): Promise<UploadStatus> {
  const points = await readTrackPoints(client, track);
  const { km, gapKm, movingMinutes } = totalsOf(meterOf(points));
  const result = await client.rpc("finish_trip_track", {
    track,
    pieces: end.pieces,
    ended_at: end.endedAt,
    km,
    gap_km: gapKm,
    moving_minutes: movingMinutes,
  });
  const status = outcomeKey(finishedSchema.parse(orThrow(result)));
  return status === "saved" ? "finished" : status;
}

export async function deleteTrack(client: SessionClient, track: string) {
  return savedOrGone.parse(orThrow(await client.rpc("delete_trip_track", { track })));
}

/** Closes an own trip or opens it again. */
export async function setTripDone(client: SessionClient, trip: string, isDone: boolean) {
  return savedOrGone.parse(orThrow(await client.rpc("set_trip_done", { trip, is_done: isDone })));
}
