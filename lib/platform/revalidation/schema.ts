import { z } from "zod";
import { CACHE_SUBJECTS, type CacheTag } from "../cache-tags";
import { STATE_SEGMENTS } from "../state-segments";

const SUBJECTS: readonly string[] = CACHE_SUBJECTS;

function isKnownTag(tag: string): tag is CacheTag {
  const [subject = "", state, ...more] = tag.split(":");
  return (
    SUBJECTS.includes(subject) &&
    more.length === 0 &&
    (state === undefined || (state === state.toUpperCase() && STATE_SEGMENTS.has(state.toLowerCase())))
  );
}

/** Body of a revalidation request: up to 20 known tags. */
export const revalidationSchema = z.strictObject({
  tags: z
    .array(
      z
        .string()
        .max(40)
        .refine(isKnownTag, "unknown tag")
        .transform((tag) => tag as CacheTag),
    )
    .min(1)
    .max(20),
});

/** Twice the size of twenty tags. */
export const MAX_BODY_BYTES = 2048;
