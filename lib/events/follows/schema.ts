import { z } from "zod";
import { email } from "../../platform/form";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { STATES, type StateAbbr } from "../../geo/states/rules";

export const MAX_FORM_BYTES = 4096;

const state = z
  .string()
  .refine((value): value is StateAbbr => STATES.some(({ abbr }) => abbr === value))
  .optional();

/** Fields of the form of `POST /api/event-follows`: a state or an event. */
export const followSchema = z
  .object({
    email,
    locale: z.enum(LOCALES),
    state_abbr: state,
    event_id: z.uuid().optional(),
    // Filled in by programs only.
    homepage: z.literal("").optional(),
  })
  .refine((follow) => (follow.state_abbr === undefined) !== (follow.event_id === undefined));
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
  slug: z.string().nullable(),
  title: z.string().nullable(),
  translations: z.unknown(),
});
export type FollowPage = z.infer<typeof followPageSchema>;
