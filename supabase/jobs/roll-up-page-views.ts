import { dailySql } from "./daily-sql";

/** Adds finished days of page views to page_view_daily; the report of analytics reads them. */
export const rollUpPageViews = dailySql("roll-up-page-views", "01:15", "select private.roll_up_page_views()");
