import { PLACE_DRAFT_PREFIX } from "@/lib/device-storage/rules";

export type Draft = Record<string, string | string[]>;

const keyOf = (uf: string) => PLACE_DRAFT_PREFIX + uf;
/** Not stored on the device: consent must be given each time, the others are technical fields. */
const SKIPPED = new Set(["consent", "homepage", "seconds"]);
const LISTS = new Set(["attributes"]);

/** The values of a form as they are stored in a draft. */
export function draftOf(form: FormData): Draft {
  const draft: Draft = {};
  for (const name of new Set(form.keys())) {
    if (SKIPPED.has(name)) continue;
    const values = form.getAll(name).filter((value) => typeof value === "string");
    if (LISTS.has(name)) draft[name] = values;
    else if (values[0]) draft[name] = values[0];
  }
  return draft;
}

/** Whether any field worth storing is filled in. */
export function isWorthKeeping(draft: Draft): boolean {
  return ["name", "message", "requesterName", "requesterEmail", "description"].some((field) => draft[field]);
}

/** The draft stored on this device for the state; null when there is none worth restoring. */
export function readDraft(uf: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(uf)) ?? "null");
    return draft !== null && typeof draft === "object" && isWorthKeeping(draft as Draft) ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/** Where storage is blocked or full, the form works without a draft. */
export function saveDraft(uf: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(uf), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(uf));
  } catch {
    return;
  }
}

export function textOf(draft: Draft, field: string): string {
  const value = draft[field];
  return typeof value === "string" ? value : "";
}
