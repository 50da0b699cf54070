import { z } from "zod";
import { needed } from "../../platform/form";
import { STATES } from "../../geo/states/rules";
import {
  PROMOTION_AUDIENCES,
  PROMOTION_CHANNELS,
  PROMOTION_STATUSES,
  PROMOTION_TONES,
} from "../../platform/supabase/database-constants/events";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { ART_SIZE_NAMES } from "./kit/rules";
import { ACTIVITY_KINDS } from "./rules";

const NEAR_KM = 100;
const MAX_DAYS = 3;

/** The search parameters of the calendar; invalid ones have their default value. */
export const synergyQuery = z.object({
  km: z.coerce.number().int().min(1).max(1000).catch(NEAR_KM),
  dias: z.coerce.number().int().min(1).max(30).catch(MAX_DAYS),
  uf: z
    .string()
    .transform((value) => value.toUpperCase())
    .refine((value) => STATES.some(({ abbr }) => abbr === value))
    .catch(""),
  /** Two events whose common exhibitors and way are shown. */
  par: z
    .string()
    .transform((value) => value.split("."))
    .pipe(z.tuple([z.guid(), z.guid()]))
    .refine(([first, second]) => first !== second)
    .nullable()
    .catch(null),
});
export type SynergyQuery = z.output<typeof synergyQuery>;

export const activitySchema = z.object({ lead: z.guid(), kind: z.enum(ACTIVITY_KINDS), text: needed(1000) });
export const inviteSchema = z.object({ lead: z.guid(), locale: z.enum(LOCALES) });

export const composeSchema = z.object({
  event: z.guid(),
  audience: z.enum(PROMOTION_AUDIENCES),
  tone: z.enum(PROMOTION_TONES),
  channel: z.enum(PROMOTION_CHANNELS),
  locale: z.enum(LOCALES),
  /** Format of an art; without it a text is written. */
  size: z.union([z.literal(""), z.enum(ART_SIZE_NAMES)]).prefault(""),
  generator: z.enum(["template", "provider"]).prefault("template"),
});
const draft = z.guid();
/** The `updated_at` that the page was loaded with. */
const expected_version = z.iso.datetime({ offset: true });
export const editSchema = z.object({ draft, expected_version, text: needed(2200) });
export const reuseSchema = z.object({ draft, event: z.guid() });
export const decideSchema = z.object({ draft, expected_version, decision: z.enum(PROMOTION_STATUSES) });
