import { z } from "zod";
import { formOf, text, ticked, trap, wrong } from "../../platform/form";
import { REVIEW_TOPICS } from "../../platform/supabase/database.constants";

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
  text: text(4000),
  name: text(80),
  contact: text(254),
  publish_ok: ticked,
  app_version: z.string().max(40).catch("").prefault(""),
  device: z
    .string()
    .transform((value) => value.slice(0, 200))
    .catch("")
    .prefault(""),
  ...trap,
});

export const reviewSchema = formOf(review);
