import { z } from "zod";
import { MAP_PLACE_SOURCES } from "../../platform/supabase/database-constants/guide";

const copiedSchema = z.object({
  source: z.enum(MAP_PLACE_SOURCES),
  date: z.string(),
  fields: z.array(z.enum(["name", "address", "phone", "website", "lat", "lng"])).min(1),
});

/** What a place of the guide still has of a map place (`services.copied`); null for nothing. */
export const copiedFacts = (copied: unknown): z.infer<typeof copiedSchema> | null =>
  copiedSchema.safeParse(copied).data ?? null;
