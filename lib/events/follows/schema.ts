import { z } from "zod";
import { email } from "../../platform/form";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { STATES, type StateAbbr } from "../../geo/states/rules";

export const MAX_FORM_BYTES = 4096;

const state = z
  .string()
  .refine((value): value is StateAbbr => STATES.some(({ abbr }) => abbr === value))
  .optional();

/** Fields of the form of `POST /api/event-follows`: a state, an event or the editions of a series. */
export const followSchema = z
  .object({
    email,
    locale: z.enum(LOCALES),
    state_abbr: state,
    event_id: z.uuid().optional(),
    series_id: z.uuid().optional(),
    // Filled in by programs only.
    homepage: z.literal("").optional(),
  })
  .refine(
    ({ state_abbr, event_id, series_id }) =>
      [state_abbr, event_id, series_id].filter((subject) => subject !== undefined).length === 1,
  );
export type FollowInput = z.infer<typeof followSchema>;

/** What the buttons of the page of a follow do. */
export const deedSchema = z.object({ deed: z.enum(["confirm", "end"]), locale: z.enum(LOCALES) });

export const PROBLEMS = ["dados", "limite", "indisponivel"] as const;
export type Problem = (typeof PROBLEMS)[number];

/** Result of `read_event_follow`. */
export const followPageSchema = z.object({
  is_confirmed: z.boolean(),
  masked_email: z.string(),
  state_abbr: z.string().nullable(),
  is_series: z.boolean(),
  /** Of the event, or of the newest event of the series. */
  slug: z.string().nullable(),
  title: z.string().nullable(),
  translations: z.unknown(),
});
export type FollowPage = z.infer<typeof followPageSchema>;
