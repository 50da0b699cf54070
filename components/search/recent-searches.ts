import { withRecent } from "@/lib/search/rules";

const KEY = "recentSearches";

/** What was searched on this device, newest first; nothing where storage is blocked. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, 6) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(recentSearches(), query)));
  } catch {
    // Storage may be blocked; the search itself works without it.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
