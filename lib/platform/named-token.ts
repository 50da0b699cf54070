/** Reads an address segment `name~token`, percent-encoded or not; null for anything else. Only the token opens the link. */
export function tokenOfSegment(segment: string): string | null {
  try {
    return /^[a-z0-9-]{1,80}~([A-Za-z0-9_-]{22})$/.exec(decodeURIComponent(segment))?.[1] ?? null;
  } catch {
    return null;
  }
}
