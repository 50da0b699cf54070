import { z } from "zod";
import { LOCALES } from "../platform/i18n/routing";

/** What private.enqueue_mail stores. `data` holds the values of the template's texts; `path` is where its button leads. */
export const mailSchema = z.object({
  to: z.string().min(3).max(254),
  template: z.string().regex(/^[a-z][a-z_]{1,59}$/),
  locale: z.enum(LOCALES),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type Mail = z.output<typeof mailSchema>;
