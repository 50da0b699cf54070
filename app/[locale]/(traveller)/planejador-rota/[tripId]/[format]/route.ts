import { z } from "zod";
import { accountHandler } from "@/lib/platform/handler";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { getTrip } from "@/lib/travel/saved-trips/queries";
import { isTripId, TRIP_FORMATS, tripPath } from "@/lib/travel/saved-trips/rules";
import { tripFile } from "../../../../trip-files";

/** An own trip as GPX, KML or calendar; 404 for a trip of somebody else. */
export const GET = accountHandler(
  {
    name: "trip file",
    params: z.object({
      locale: z.enum(LOCALES),
      tripId: z.string().refine(isTripId),
      format: z.enum(TRIP_FORMATS),
    }),
  },
  async ({ params: { locale, tripId, format }, client }) => {
    const trip = await getTrip(client, tripId);
    return trip && tripFile(trip, format, locale, tripPath(trip.id));
  },
);
