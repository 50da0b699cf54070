import { z } from "zod";
import { LOCALES } from "../supabase/database-constants/platform";

/** The fact `reminders`, a JSON text, because the other facts are single values. */
export const remindersSchema = z.array(
  z.object({
    vehicle: z.string(),
    title: z.string(),
    due_on: z.string().nullable(),
    due_km: z.number().nullable(),
  }),
);

/**
 * Payload of private.enqueue_mail. `data` contains the facts of the mail: moments as ISO timestamps or dates, and `path`,
 * the link target of its button. `readableFacts` turns them into the values of the template.
 */
export const mailSchema = z.object({
  to: z.string().min(3).max(254),
  template: z.string().regex(/^[a-z][a-z_]{1,59}$/),
  locale: z.enum(LOCALES),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type Mail = z.output<typeof mailSchema>;
