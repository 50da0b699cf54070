import { z } from "zod";
import { PRINT_SIZES } from "../../platform/supabase/database-constants/events";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { BATCH_KINDS } from "./rules";

const empty = z.literal("");

export const badgesSchema = z.object({
  event: z.guid(),
  type: z.union([z.guid(), empty]),
  attending: z.union([z.enum(["yes", "unknown"]), empty]),
  since: z.union([z.iso.date(), empty]),
  size: z.enum(PRINT_SIZES),
  locale: z.enum(LOCALES),
  /** A selection; the database says when it is too long. */
  registrations: z.array(z.guid()).min(1).max(20_000).optional(),
});
export type BadgesInput = z.output<typeof badgesSchema>;

export const certificatesSchema = z.object({ event: z.guid() });
export const retrySchema = z.object({ batch: z.guid() });

/** Result of `private.begin_print_batch`; null when the batch has ended. */
export const workSchema = z
  .object({
    kind: z.enum(BATCH_KINDS),
    size: z.enum(PRINT_SIZES).nullable(),
    locale: z.enum(LOCALES),
    total: z.number(),
    event: z.string(),
  })
  .nullable();
