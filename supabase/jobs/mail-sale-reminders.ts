import { dailySql } from "./daily-sql";

/** Mails clients what is missing in their sale, and when their banner ends. */
export const mailSaleReminders = dailySql("mail-sale-reminders", "09:00", "select private.mail_sale_reminders()");
