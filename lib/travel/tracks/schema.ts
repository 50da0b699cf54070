import { z } from "zod";
import { PIECE_POINTS } from "./rules";
import { MAX_TRACK_PIECES } from "../../platform/supabase/database-constants/travel";

/** Most pieces in one request; a longer track is sent in parts. */
const MAX_UPLOAD_PIECES = 20;
export const MAX_UPLOAD_BYTES = 120_000;

const degrees = (limit: number) =>
  z
    .int()
    .min(-limit * 1e5)
    .max(limit * 1e5);

export const trackPointSchema = z.tuple([
  z.int().min(0).max(10_000_000),
  degrees(90),
  degrees(180),
  z.int().min(0).max(1000),
  z.int().min(-500).max(9000).nullable(),
]);

/** Body of `POST /api/trip-tracks`: the next pieces of a track, and its end after the last one. */
export const uploadSchema = z.object({
  /** The account that was signed in on the device when it was recorded. */
  owner: z.uuid().nullable(),
  id: z.uuid(),
  trip: z.uuid().nullable(),
  startedAt: z.iso.datetime(),
  /** False until the server has answered about this track once. */
  isStarted: z.boolean(),
  pieces: z
    .array(
      z.object({
        number: z
          .int()
          .min(0)
          .max(MAX_TRACK_PIECES - 1),
        points: z.array(trackPointSchema).min(1).max(PIECE_POINTS),
      }),
    )
    .max(MAX_UPLOAD_PIECES),
  end: z.object({ endedAt: z.iso.datetime(), pieces: z.int().min(0).max(MAX_TRACK_PIECES) }).nullable(),
});
export type Upload = z.output<typeof uploadSchema>;

/** Body of `POST /api/trips/{trip}`: closes the trip or opens it again. */
export const tripDoneSchema = z.object({ isDone: z.boolean() });
