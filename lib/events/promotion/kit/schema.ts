import { z } from "zod";
import { text, wrong } from "../../../platform/form";
import { PROMOTION_AUDIENCES } from "../../../platform/supabase/database-constants/events";

const event = z.guid();

export const linkSchema = z.object({ event, audience: z.enum(PROMOTION_AUDIENCES), label: text(60) });

/** Days in Brazilian time; the database checks the period again. */
export const featureSchema = z
  .object({ event, place: z.enum(["portal", "state"]), from: z.iso.date(), until: z.iso.date() })
  .refine(({ from, until }) => from <= until, { path: ["until"], ...wrong("dateInvalid") });
export const promotionSchema = z.object({ promotion: z.guid() });
