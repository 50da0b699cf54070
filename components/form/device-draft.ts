type Store = "localStorage" | "sessionStorage";

/** A draft stored on this device; null when there is none, it is damaged, or storage is blocked. */
export function readDraft<Draft>(store: Store, key: string): Draft | null {
  try {
    return JSON.parse(globalThis[store].getItem(key) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

/** Where storage is blocked or full, the form works without a draft. */
export function writeDraft(store: Store, key: string, draft: unknown): void {
  try {
    globalThis[store].setItem(key, JSON.stringify(draft));
  } catch {
    // The form still holds the values.
  }
}

export function dropDraft(store: Store, key: string): void {
  try {
    globalThis[store].removeItem(key);
  } catch {
    // Nothing is stored where storage is blocked.
  }
}

/** Keys of the drafts with a prefix; none where storage is blocked. */
export function keysOfDrafts(store: Store, prefix: string): string[] {
  try {
    return Object.keys(globalThis[store]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
