import { dailySql } from "./daily-sql";

/** Marks the plans of places that ended and mails owners 15 days before the end. */
export const endServicePlans = dailySql("end-service-plans", "00:10", "select private.end_service_plans()");
