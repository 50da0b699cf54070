import { z } from "zod";
import { LOCALES } from "../platform/i18n/routing";

/** Payload of private.enqueue_mail. `data` contains the values of the template; `path` is the link target of its button. */
export const mailSchema = z.object({
  to: z.string().min(3).max(254),
  template: z.string().regex(/^[a-z][a-z_]{1,59}$/),
  locale: z.enum(LOCALES),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type Mail = z.output<typeof mailSchema>;
