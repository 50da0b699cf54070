import { z } from "zod";
import { STATE_SEGMENTS } from "../platform/state-segments";

/** Cache tags of public queries; most also exist per state (`regions:SC`). */
const SUBJECTS = ["regions", "states", "cities", "services", "photo_points", "clubs", "emergency_contacts", "blog", "magazines", "radio", "settings", "payment_settings", "redirects", "ads", "plans"];

function isKnownTag(tag: string): boolean {
  const [subject = "", state, ...more] = tag.split(":");
  return SUBJECTS.includes(subject) && more.length === 0 && (state === undefined || (state === state.toUpperCase() && STATE_SEGMENTS.has(state.toLowerCase())));
}

/** Body of a revalidation request: up to 20 known tags. */
export const revalidationSchema = z.strictObject({
  tags: z.array(z.string().max(40).refine(isKnownTag, "unknown tag")).min(1).max(20),
});

/** Twice the size of twenty tags. */
export const MAX_BODY_BYTES = 2048;
