import { z } from "zod";
import { needed } from "../../../platform/form";
import { CONTENT_LANGUAGES } from "../../../platform/i18n/routing";
import {
  AUTOMATIC_MESSAGE_HOURS,
  AUTOMATIC_MESSAGE_KINDS,
  MESSAGE_FROM_LENGTHS,
  RECIPIENT_STATUSES,
} from "../../../platform/supabase/database-constants/events";
import { LOCALES } from "../../../platform/supabase/database-constants/platform";
import { isWritable } from "./rules";

const kind = z.enum(AUTOMATIC_MESSAGE_KINDS);
const written = z.object({ subject: needed(MESSAGE_FROM_LENGTHS.subject), body: needed(MESSAGE_FROM_LENGTHS.body) });
const texts = z.partialRecord(z.enum(CONTENT_LANGUAGES), written);

/** The form of one automatic mail; texts that are missing are the standard ones. */
export const automaticSchema = z
  .object({
    event: z.guid(),
    kind,
    isOn: z.boolean(),
    hours: z.number().int().min(0).max(AUTOMATIC_MESSAGE_HOURS),
    texts,
    /** When the settings that the page shows were saved; null for the standard ones. */
    version: z.string().nullable(),
  })
  .refine((input) => Object.values(input.texts).every((text) => isWritable(input.kind, text)), {
    path: ["texts"],
    error: "choiceInvalid",
  });

export const automaticTestSchema = z.object({ event: z.guid(), kind, locale: z.enum(LOCALES) });

/** Result of `automatic_messages`. */
export const automaticListSchema = z.object({
  kinds: z.array(
    z.object({
      kind,
      template: z.string(),
      is_on: z.boolean(),
      hours: z.number(),
      texts,
      updated_at: z.string().nullable(),
      is_contract: z.boolean(),
      counts: z.partialRecord(z.enum(RECIPIENT_STATUSES), z.number()),
    }),
  ),
  sample: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
});
export type AutomaticMessage = z.output<typeof automaticListSchema>["kinds"][number];
