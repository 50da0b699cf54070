import { dailySql } from "./daily-sql";

/** Mails clients 15 days before their banner expires. */
export const mailEndingAds = dailySql("mail-ending-ads", "09:00", "select private.mail_ending_ads()");
