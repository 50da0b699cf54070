import { dailySql } from "./daily-sql";

/** Aggregates completed days of page views into page_view_daily, which the analytics report reads. */
export const rollUpPageViews = dailySql("roll-up-page-views", "01:15", "select private.roll_up_page_views()");
