import { z } from "zod";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { setTripDone } from "@/lib/travel/tracks/mutations";
import { tripDoneSchema } from "@/lib/travel/tracks/schema";

const MAX_BYTES = 100;

/** Closes an own trip or opens it again. Not an action: a device may send it long after a new version of the site. */
export const POST = accountHandler(
  {
    name: "trips",
    limit: "saveTrip",
    params: z.object({ tripId: z.string() }),
    body: jsonBody(tripDoneSchema, MAX_BYTES),
  },
  async ({ params: { tripId }, body, client }) => {
    // No 404: a device takes that for a trip that was deleted.
    if (!isTripId(tripId)) return refused("input.invalid");
    const answer = await setTripDone(client, tripId, body.isDone);
    return Response.json(answer, { status: answer.outcome === "saved" ? 200 : 404 });
  },
);
