import { PLACE_DRAFT_PREFIX } from "@/lib/device-storage/rules";

export type Draft = Record<string, string | string[]>;

const keyOf = (uf: string) => PLACE_DRAFT_PREFIX + uf;
/** Never kept on the device: the word of consent is given each time, the rest is machinery. */
const SKIPPED = new Set(["consent", "homepage", "seconds"]);
const LISTS = new Set(["attributes"]);

/** The answers of a form as a draft keeps them. */
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

/** Whether somebody wrote anything worth keeping. */
export function isWorthKeeping(draft: Draft): boolean {
  return ["name", "message", "requesterName", "requesterEmail", "description"].some((field) => draft[field]);
}

/** What this device kept for the state; null when there is nothing worth going on with. */
export function readDraft(uf: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(uf)) ?? "null");
    return draft !== null && typeof draft === "object" && isWorthKeeping(draft as Draft) ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/** Without storage, or when it is full, the form works as before and simply is not kept. */
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
