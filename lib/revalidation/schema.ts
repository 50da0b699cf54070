import { z } from "zod";
import { STATE_SEGMENTS } from "../platform/state-segments";

/** Subjects whose public reads are cached under their own name and, but for the last few, per state (`regions:SC`). */
const SUBJECTS = ["regions", "states", "cities", "services", "photo_points", "clubs", "emergency_contacts", "blog", "magazines", "radio", "settings", "payment_settings", "redirects", "ads", "plans"];

function isKnownTag(tag: string): boolean {
  const [subject = "", state, ...more] = tag.split(":");
  return SUBJECTS.includes(subject) && more.length === 0 && (state === undefined || (state === state.toUpperCase() && STATE_SEGMENTS.has(state.toLowerCase())));
}

/** What an editor's tool may make fresh: tags of content, few at a time. */
export const revalidationSchema = z.strictObject({
  tags: z.array(z.string().max(40).refine(isKnownTag, "unknown tag")).min(1).max(20),
});

/** Twenty tags fit twice. */
export const MAX_BODY_BYTES = 2048;
