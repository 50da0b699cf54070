import { z } from "zod";
import { LOCALES } from "../supabase/database-constants/platform";

/** Body of `POST /api/page-views`; a valid one is much smaller than 2 kB. */
export const MAX_BODY_BYTES = 2048;

export const pageViewSchema = z.object({
  path: z.string().min(1).max(300).startsWith("/"),
  locale: z.enum(LOCALES),
  referrer: z.string().max(2000).optional(),
});

export type PageView = z.infer<typeof pageViewSchema>;
