import { z } from "zod";
import { countRefused } from "@/lib/platform/failed-attempts/service";
import { tokenHandler } from "@/lib/platform/handler";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refused, withoutBody } from "@/lib/platform/refusal";
import { TRIP_FORMATS } from "@/lib/travel/saved-trips/rules";
import { getSharedTrip } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import { tripFile } from "../../../../trip-files";

/** A trip by link as GPX, KML or calendar; 410 for a link that has ended. */
export const GET = tokenHandler(
  {
    name: "shared trip",
    limit: "tripLinkPage",
    params: z.object({ locale: z.enum(LOCALES), token: z.string(), format: z.enum(TRIP_FORMATS) }),
    open: ({ params }) => getSharedTrip(params.token),
    async guessed(address) {
      await countRefused("trip_link", address);
      await takeAttempt("tripLinkRefused", address);
    },
    refuse: withoutBody,
  },
  ({ opened: shared, params: { locale, token, format } }) =>
    shared.state === "open" ? tripFile(shared.trip, format, locale, sharedTripPath(token)) : refused("gone"),
);
