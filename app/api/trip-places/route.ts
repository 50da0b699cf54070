import { readPublicEvent } from "@/lib/events/events/queries";
import { publicHandler } from "@/lib/platform/handler";
import { findTripPlace } from "@/lib/travel/facts/queries";
import { tripPlacesSchema } from "@/lib/travel/facts/schema";

/** The stops of a page of the guide: `?path=/sc/rota/serra-do-rio-do-rastro`; 404 for a page without a position. */
export const GET = publicHandler(
  { name: "trip-places", limit: "tripPlaces", query: tripPlacesSchema, cache: "public, max-age=300" },
  async ({ query }) => {
    const place = await findTripPlace(query.path, readPublicEvent);
    return place && place.stops.length > 0 ? place : null;
  },
);
