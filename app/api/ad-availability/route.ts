import { listAvailability } from "@/lib/commerce/ads/queries";
import { availabilityQuerySchema } from "@/lib/commerce/ads/schema";
import { accountHandler } from "@/lib/platform/handler";

/** Free shares of every placement and state on the days of a sale, for the forms that sell banners. */
export const GET = accountHandler({ name: "ad-availability", query: availabilityQuerySchema }, ({ query, client }) =>
  listAvailability(client, query),
);
