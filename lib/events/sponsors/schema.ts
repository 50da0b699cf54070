import { z } from "zod";
import { needed, text, web } from "../../platform/form";
import { SPONSOR_TIERS } from "../../platform/supabase/database-constants/events";

export const sponsorSchema = z.object({
  event: z.guid(),
  /** Empty for a new sponsor. */
  id: z.union([z.guid(), z.literal("")]).prefault(""),
  name: needed(120),
  tier: z.enum(SPONSOR_TIERS),
  url: web,
  logo_path: text(300),
});
export const sponsorIdSchema = z.object({ sponsor: z.guid() });
