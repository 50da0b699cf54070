import { z } from "zod";
import { needed, text } from "../../platform/form";
import { CHANNELS } from "./rules";
import { MESSAGE_FROM_LENGTHS } from "../../platform/supabase/database-constants/events";

/** The form of a message; the page gives every form the id of the message that it makes or changes. */
export const messageSchema = z
  .object({
    id: z.guid(),
    event: z.guid(),
    channel: z.enum(CHANNELS),
    /** Mail programs show no link in a subject. */
    subject: text(MESSAGE_FROM_LENGTHS.subject).refine((value) => !value.includes("{link}"), "missing"),
    body: needed(MESSAGE_FROM_LENGTHS.body),
    /** Who receives it: the filter of the list of registrations, as it is in an address. */
    search: z.string().max(10_000).prefault(""),
    /** A changed message keeps who receives it. */
    keepsAudience: z.boolean().prefault(false),
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
  refused: z.number(),
  left_out: z.number(),
  sample: z.object({ name: z.string(), code: z.string() }).nullable(),
  event: z.string(),
});
export type MessagePreview = z.output<typeof previewSchema>;

/** The stored filter of a message, as `private.filtered_registrations` reads it. */
export const storedFilterSchema = z.object({
  type: z.string().optional(),
  status: z.string().optional(),
  paid: z.string().optional(),
  documents: z.string().optional(),
  entered: z.string().optional(),
  attending: z.string().optional(),
  question: z.string().optional(),
  answer: z.string().optional(),
  mark: z.string().optional(),
  ids: z.array(z.string()).optional(),
});
