import { publicHandler } from "@/lib/platform/handler";
import { listOutings } from "@/lib/travel/facts/queries";
import { outingsSchema } from "@/lib/travel/facts/schema";

/** Goals of the guide from which one is back within a distance: `?lat=&lng=&km=200&locale=`. */
export const GET = publicHandler(
  { name: "trip-outings", limit: "tripPlaces", query: outingsSchema, cache: "public, max-age=300" },
  ({ query }) => listOutings(query),
);
