import { z } from "zod";
import { formOf, needed, text, wrong } from "../../../platform/form";
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

/** The choice of the model of the certificate; no model issues no certificate. */
export const certificateChoiceSchema = formOf(
  z.object({
    event: z.guid(),
    template: z
      .union([z.literal(""), z.guid()])
      .prefault("")
      .transform((value) => value || null),
    hours: text(5)
      .prefault("")
      .transform((typed) => typed.replace(",", "."))
      .pipe(z.union([z.literal(""), z.string().regex(/^\d{1,3}(\.\d)?$/, wrong("numberInvalid"))]))
      .transform((typed) => (typed === "" ? null : Number(typed)))
      .refine((hours) => hours === null || hours >= 0.5, wrong("numberInvalid")),
  }),
);

/** Result of `automatic_messages`. */
export const automaticListSchema = z.object({
  certificate: z.object({
    chosen: z.string().nullable(),
    hours: z.number().nullable(),
    models: z.array(z.object({ id: z.string(), name: z.string(), language: z.string() })),
  }),
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
export type CertificateChoice = z.output<typeof automaticListSchema>["certificate"];
export type AutomaticMessage = z.output<typeof automaticListSchema>["kinds"][number];
