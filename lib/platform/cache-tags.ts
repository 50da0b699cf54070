import { STATE_SEGMENTS } from "./state-segments";

/** The data that cached pages show. */
export const CACHE_SUBJECTS = [
  "ads",
  "algorithms",
  "app_reviews",
  "blog",
  "checklist_templates",
  "cities",
  "climate_stations",
  "clubs",
  "emergency_contacts",
  "events",
  "faqs",
  "glossary_terms",
  "legal_documents",
  "magazines",
  "map_places",
  "media",
  "offline-packs",
  "payment_settings",
  "photo_points",
  "plans",
  "radio",
  "redirects",
  "regions",
  "service_categories",
  "services",
  "settings",
  "sitemap",
  "states",
  "tolls",
  "vouchers",
  "website_contents",
] as const;

export type CacheSubject = (typeof CACHE_SUBJECTS)[number];
/**
 * On a query: `regions:SC` when it reads rows of one state, `regions` when it reads rows of several states.
 * After a change: `regions:SC` when rows of that state changed, `regions` when the states are not known.
 */
export type CacheTag = CacheSubject | `${CacheSubject}:${string}`;

/** Cache tag of the rows of one state, or of several states when `abbr` is null. */
export function stateTag(subject: CacheSubject, abbr: string | null): CacheTag {
  return abbr ? `${subject}:${abbr}` : subject;
}

/** Tags of every query that may show changed rows: `regions:SC` adds `regions`, and `regions` adds every state. */
export function affectedTags(changed: readonly CacheTag[]): CacheTag[] {
  const affected = changed.flatMap((tag): CacheTag[] => {
    const [subject, state] = tag.split(":") as [CacheSubject, string | undefined];
    const states = state ? [state] : [...STATE_SEGMENTS].map((segment) => segment.toUpperCase());
    return [subject, ...states.map((abbr) => stateTag(subject, abbr))];
  });
  return [...new Set(affected)];
}
