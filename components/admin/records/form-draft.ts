import { RECORD_DRAFT_PREFIX } from "@/lib/device-storage/rules";

/** The typed values, and the values the form was loaded with. */
export type Draft = { base: Record<string, unknown>; values: Record<string, unknown> };

const nameOf = (resource: string, id: string | null) => `${RECORD_DRAFT_PREFIX}${resource}:${id ?? "new"}`;

/** Unsaved changes of this tab, kept while the connection or the session is lost. */
export function keepDraft(resource: string, id: string | null, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(resource, id), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the form still holds the values.
  }
}

export function readDraft(resource: string, id: string | null): Draft | null {
  try {
    const kept = sessionStorage.getItem(nameOf(resource, id));
    return kept ? (JSON.parse(kept) as Draft) : null;
  } catch {
    return null;
  }
}

export function dropDraft(resource: string, id: string | null): void {
  try {
    sessionStorage.removeItem(nameOf(resource, id));
  } catch {
    // No draft was stored.
  }
}
