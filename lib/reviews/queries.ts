import "server-only";
import { cache } from "react";
import { AppError } from "../platform/error";
import { createPublicClient } from "../platform/supabase/public";

function unavailable(error: { message: string }): never {
  throw new AppError("service.unavailable", { detail: error.message });
}

/** Average and number of all ratings of the portal; null when there are none. */
export const getAppRating = cache(async () => {
  const { data, error } = await createPublicClient(["app_reviews"]).rpc("app_rating");
  if (error) unavailable(error);
  const [row] = data;
  return row && row.total > 0 ? { average: Number(row.average), total: row.total } : null;
});

/** Reviews whose authors allowed publication, newest first. */
export const listAppReviews = cache(async () => {
  const { data, error } = await createPublicClient(["app_reviews"]).rpc("published_app_reviews", { max_rows: 12 });
  if (error) unavailable(error);
  return data;
});
