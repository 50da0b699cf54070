import { z } from "zod";
import type { EVENT_KINDS, REGISTRATION_KINDS } from "../../platform/supabase/database-constants/events";

export type EventKind = (typeof EVENT_KINDS)[number];

export type RegistrationKind = (typeof REGISTRATION_KINDS)[number];

const text = z.string().catch("");

/** One line of the programme of a day. */
const programmeItemSchema = z.object({
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .or(z.literal(""))
    .catch(""),
  text,
  en: text.optional(),
  es: text.optional(),
});
export type ProgrammeItem = z.infer<typeof programmeItemSchema>;

/** The programme of a day as the database stores it; a malformed one is empty. */
export const programmeSchema = z.array(programmeItemSchema).catch([]);

/** Places of the kinds of an event as `event_places` returns them. */
export const placesSchema = z.object({
  types: z.array(z.object({ id: z.uuid(), capacity: z.number().nullable(), taken: z.number() })),
  stands: z.array(z.uuid()),
});
export type EventPlaces = z.infer<typeof placesSchema>;
