import { z } from "zod";
import { consent, email, formOf, needed } from "../../platform/form";
import { FILE_SERVICE_MESSAGE_LENGTHS } from "../../platform/supabase/database-constants/partners";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { MAX_TEXT } from "./rules";

export const MAX_FORM_BYTES = 16_384;

/** Fields of the form of `POST /api/service-messages`. */
export const messageSchema = z.object({
  service: z.guid(),
  name: needed(FILE_SERVICE_MESSAGE_LENGTHS.name),
  email,
  body: needed(FILE_SERVICE_MESSAGE_LENGTHS.body),
  consent,
  locale: z.enum(LOCALES),
  // Filled in by programs only.
  homepage: z.literal("").optional(),
});
export type MessageInput = z.output<typeof messageSchema>;

export const answerSchema = formOf(z.object({ message: z.guid(), answer: needed(MAX_TEXT) }));
export const doneSchema = z.object({
  message: z.guid(),
  isDone: z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]),
});
