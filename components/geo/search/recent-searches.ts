import { SEARCHES_KEY } from "@/lib/platform/device-storage/rules";
import { withRecent } from "@/lib/geo/search/rules";

/** Recent searches of this device, newest first; empty where storage is blocked. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEARCHES_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, 6) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  try {
    localStorage.setItem(SEARCHES_KEY, JSON.stringify(withRecent(recentSearches(), query)));
  } catch {
    // Storage may be blocked; the search itself works without it.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(SEARCHES_KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
