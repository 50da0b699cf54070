/** Lower-case state abbreviations, the valid values of `:uf`; a test checks that `lib/geo/states` is equal. */
export const STATE_SEGMENTS: ReadonlySet<string> = new Set(
  "ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to".split(" "),
);

/** The upper-case state of a path (`/sc/home` → `SC`), or null. */
export function stateOfPath(path: string): string | null {
  const segment = path.split("/")[1] ?? "";
  return STATE_SEGMENTS.has(segment) ? segment.toUpperCase() : null;
}
