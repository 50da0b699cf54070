import { z } from "zod";
import { readEventPlaces } from "@/lib/events/events/queries";
import { isEventId } from "@/lib/events/events/rules";
import { publicHandler } from "@/lib/platform/handler";

/** Taken places and stands of an event, read by an island of the cached page. */
export const GET = publicHandler(
  { name: "event places", limit: "eventPlaces", params: z.object({ eventId: z.string().refine(isEventId) }) },
  ({ params }) => readEventPlaces(params.eventId),
);
