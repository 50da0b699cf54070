import { z } from "zod";
import { needed, text } from "../../platform/form";
import { CHANNELS, MESSAGE_STATUSES } from "./rules";
import { ATTENDANCE_ANSWERS, MESSAGE_FROM_LENGTHS } from "../../platform/supabase/database-constants/events";

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.union([z.enum(values), z.literal("")]).prefault("");

/** The form of a message; the page gives every form the id of the message that it makes. */
export const messageSchema = z
  .object({
    id: z.guid(),
    event: z.guid(),
    channel: z.enum(CHANNELS),
    /** Mail programs show no link in a subject. */
    subject: text(MESSAGE_FROM_LENGTHS.subject).refine((value) => !value.includes("{link}"), "missing"),
    body: needed(MESSAGE_FROM_LENGTHS.body),
    types: z.array(z.guid()).max(50),
    statuses: z.array(z.enum(MESSAGE_STATUSES)).min(1),
    attending: choice(ATTENDANCE_ANSWERS),
    checkedIn: choice(["yes", "no"]),
    /** Local time of the event, such as `2026-12-05T09:00`; empty for now. */
    sendAt: z.union([z.literal(""), z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)]).prefault(""),
  })
  .refine(({ channel, subject }) => channel === "whatsapp" || subject !== "", { path: ["subject"], error: "missing" });
export type MessageInput = z.output<typeof messageSchema>;

export const sendSchema = z.object({ message: messageSchema, people: z.number().int().min(1).max(100_000) });
export const messageIdSchema = z.object({ message: z.guid() });
export const openedSchema = z.object({ message: z.guid(), registration: z.guid() });

/** Result of `preview_event_message`. */
export const previewSchema = z.object({
  people: z.number(),
  left_out: z.number(),
  sample: z.object({ name: z.string(), code: z.string() }).nullable(),
  event: z.string(),
});
export type MessagePreview = z.output<typeof previewSchema>;
