import "server-only";
import { cache } from "react";
import { createPublicClient } from "../../platform/supabase/public";
import { orThrow } from "../../platform/supabase/or-throw";

/** Average and number of all ratings of the portal; null when there are none. */
export const getAppRating = cache(async () => {
  const data = orThrow(await createPublicClient(["app_reviews"]).rpc("app_rating"));
  const [row] = data;
  return row && row.total > 0 ? { average: Number(row.average), total: row.total } : null;
});

/** Reviews whose authors allowed publication, newest first. */
export const listAppReviews = cache(async () => {
  return orThrow(await createPublicClient(["app_reviews"]).rpc("published_app_reviews", { max_rows: 12 }));
});
