import { z } from "zod";
import { savedTripSchema, saveTripSchema } from "../../trips/schema";
import { SCOPES, SHARE_DAYS } from "./rules";
import { SHARE_PARTS } from "../../../platform/supabase/database-constants/travel";
import { ENDED_LINK_STATES } from "../../../platform/links/rules";

export const tripToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What `read_trip_share` returns. */
export const sharedTripSchema = z.union([
  z.object({ state: z.literal("open"), scope: z.enum(SCOPES), expiresAt: z.string(), trip: savedTripSchema }),
  z.object({ state: z.enum(ENDED_LINK_STATES) }),
]);
export type SharedTrip = z.output<typeof sharedTripSchema>;

export const shareTripSchema = z.object({
  trip: z.guid(),
  scope: z.enum(SCOPES),
  days: z.literal([...SHARE_DAYS]),
  parts: z.array(z.enum(SHARE_PARTS)).max(SHARE_PARTS.length),
});

/**
 * A save of the planner: with `token` as the holder of a link, with `application` the team's trip of an application, otherwise
 * a trip of the signed-in account.
 */
export const saveRequestSchema = z.object({
  token: tripToken.nullable(),
  application: z.guid().nullable().prefault(null),
  input: saveTripSchema,
});
