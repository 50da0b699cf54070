import type { Locale } from "@/lib/platform/i18n/routing";

/** A person who stops for this long has typed the whole word. */
export const SETTLED_MS = 2000;

/** Counts a search without a result for the team; a failure is ignored. */
export function reportMiss(q: string, locale: Locale): void {
  void fetch("/api/search-misses", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ q, locale }),
    keepalive: true,
  }).catch(() => undefined);
}
