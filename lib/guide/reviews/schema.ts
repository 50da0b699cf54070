import { z } from "zod";
import { formOf, text, ticked, trap, wrong } from "../../platform/form";
import { FILE_APP_REVIEW_LENGTHS, REVIEW_TOPICS } from "../../platform/supabase/database-constants/guide";

const rating = z.coerce
  .number(wrong("choiceMissing"))
  .int(wrong("choiceMissing"))
  .min(1, wrong("choiceMissing"))
  .max(5, wrong("choiceMissing"));

const review = z.object({
  rating,
  nps: z
    .union([z.literal("").transform(() => null), z.coerce.number().int().min(0).max(10)])
    .catch(null)
    .prefault(""),
  topic: z
    .enum(["", ...REVIEW_TOPICS])
    .catch("")
    .prefault(""),
  text: text(FILE_APP_REVIEW_LENGTHS.text),
  name: text(FILE_APP_REVIEW_LENGTHS.name),
  contact: text(FILE_APP_REVIEW_LENGTHS.contact),
  publish_ok: ticked,
  app_version: z.string().max(FILE_APP_REVIEW_LENGTHS.app_version).catch("").prefault(""),
  device: z
    .string()
    .transform((value) => value.slice(0, 200))
    .catch("")
    .prefault(""),
  ...trap,
});

export const reviewSchema = formOf(review);
