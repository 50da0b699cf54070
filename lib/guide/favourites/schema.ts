import { z } from "zod";
import { FAVOURITE_KINDS, MAX_FAVOURITES } from "../../platform/supabase/database-constants/guide";
import { LOCALES } from "../../platform/supabase/database-constants/platform";

export const MAX_FAVOURITES_BYTES = 100_000;

const change = z.object({
  kind: z.enum(FAVOURITE_KINDS),
  id: z.string().regex(/^[\w.-]{1,64}$/),
  favourite: z.boolean(),
});

/** Changes of a device; those of a device that belonged to another account (`owner`) are ignored. */
export const favouritesSchema = z.object({
  owner: z.uuid().nullable(),
  locale: z.enum(LOCALES),
  changes: z.array(change).max(MAX_FAVOURITES),
});
