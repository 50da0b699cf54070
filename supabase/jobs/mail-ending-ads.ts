import { dailySql } from "./daily-sql";

/** Tells clients 15 days ahead when their banner ends. */
export const mailEndingAds = dailySql("mail-ending-ads", "09:00", "select private.mail_ending_ads()");
