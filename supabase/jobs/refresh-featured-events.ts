import { dailySql } from "./daily-sql";

/** Expires the home pages on which a featured event begins or ended. */
export const refreshFeaturedEvents = dailySql(
  "refresh-featured-events",
  "00:01",
  "select private.refresh_promotion_pages()",
);
