import { z } from "zod";

/** Groups of mails with a limit per recipient (`private.mail_limits`). */
export const MAIL_GROUPS = [
  "account",
  "form",
  "registration_confirm",
  "registration_request",
  "link",
  "follow",
  "invitation",
  "decision",
  "registration",
  "place",
  "mass",
  "garage",
  "sale",
  "team",
  "other",
] as const;

/** Result of the database function `limited_mail_days`. */
export const limitedMailsSchema = z.array(
  z.object({ on_date: z.string(), mail_group: z.enum(MAIL_GROUPS), delayed: z.number(), dropped: z.number() }),
);
export type LimitedMails = z.output<typeof limitedMailsSchema>;
