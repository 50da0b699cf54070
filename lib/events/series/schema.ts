import { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";
import { EVENT_STATUSES } from "../../platform/supabase/database-constants/events";

const event = z.guid();
export const linkEditionSchema = z.object({ event, other: z.guid() });
export const unlinkEditionSchema = z.object({ event });

const edition = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  starts_at: z.string(),
  time_zone: z.string(),
  town: z.string(),
  state_abbr: z.string(),
});

/** Result of `event_editions`. */
export const editionsSchema = z.object({
  has_series: z.boolean(),
  followers: z.number(),
  editions: z.array(edition),
  choices: z.array(edition),
});
export type Editions = z.infer<typeof editionsSchema>;

/** Result of `link_edition`. */
export const linkedSchema = outcomeSchema({ refused: ["other_club"], gone: true });
