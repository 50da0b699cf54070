/** The data that cached pages show. A tag is a subject, or a subject and a state: `regions`, `regions:SC`. */
export const CACHE_SUBJECTS = [
  "ads",
  "app_reviews",
  "blog",
  "checklist_templates",
  "cities",
  "clubs",
  "emergency_contacts",
  "faqs",
  "glossary_terms",
  "legal_documents",
  "magazines",
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
  "website_contents",
] as const;

export type CacheSubject = (typeof CACHE_SUBJECTS)[number];
export type CacheTag = CacheSubject | `${CacheSubject}:${string}`;
