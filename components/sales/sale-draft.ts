import { SALE_DRAFT_DAYS, SALE_DRAFT_PREFIX, SALE_TAB_KEY } from "@/lib/device-storage/rules";
import type { Drawing } from "./drawing";

export type SaleDraft = {
  /** One per sale and tab: the server answers it with one sale, however often it is sent. */
  requestId: string;
  /** The sale that this one corrects. */
  replaces: string | null;
  values: Record<string, string>;
  drawings: Record<"seller" | "client", Drawing | null>;
  /** The facts on screen when the terms were accepted or the first signature was drawn, as `factsOf` writes them. */
  agreedFacts: string | null;
  savedAt: number;
};

/** A sale to be corrected, as the values its form starts with. */
export type Correction = { id: string; number: number; values: Record<string, string> };

const keyOf = (sellerId: string, requestId: string) => `${SALE_DRAFT_PREFIX}${sellerId}:${requestId}`;

const newDraft = (correction: Correction | null): SaleDraft => ({
  requestId: crypto.randomUUID(),
  replaces: correction?.id ?? null,
  values: correction?.values ?? {},
  drawings: { seller: null, client: null },
  agreedFacts: null,
  savedAt: 0,
});

/** Drafts of this document, which may open its form more than once. */
const claimed = new Set<string>();

/** Takes a draft for this tab until it is closed; false when another tab has it open. */
function claim(requestId: string): Promise<boolean> {
  if (claimed.has(requestId)) return Promise.resolve(true);
  // Browsers offer locks on secure pages only; elsewhere a tab continues its own drafts alone.
  if (!("locks" in navigator)) return Promise.resolve(sessionStorage.getItem(SALE_TAB_KEY) === requestId);
  return new Promise((resolve) => {
    void navigator.locks.request(SALE_DRAFT_PREFIX + requestId, { ifAvailable: true }, (lock) => {
      if (lock) claimed.add(requestId);
      resolve(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
  });
}

/** Drafts this seller has on this device, newest first; they hold a client's data, so old ones are deleted. */
function storedDrafts(sellerId: string): SaleDraft[] {
  const drafts: SaleDraft[] = [];
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(SALE_DRAFT_PREFIX))) {
    try {
      const draft = JSON.parse(localStorage.getItem(name) ?? "null") as SaleDraft;
      if (Date.now() - draft.savedAt >= SALE_DRAFT_DAYS * 86_400_000) localStorage.removeItem(name);
      else if (name === keyOf(sellerId, draft.requestId)) drafts.push({ ...newDraft(null), ...draft });
    } catch {
      localStorage.removeItem(name);
    }
  }
  return drafts.sort((one, other) => other.savedAt - one.savedAt);
}

/** The draft this tab had open, else the newest that no tab has open, else a new one. */
export async function openDraft(sellerId: string, correction: Correction | null): Promise<SaleDraft> {
  try {
    const own = sessionStorage.getItem(SALE_TAB_KEY);
    const drafts = storedDrafts(sellerId).filter(({ replaces }) => replaces === (correction?.id ?? null));
    for (const draft of [...drafts.filter(({ requestId }) => requestId === own), ...drafts]) {
      if (await claim(draft.requestId)) return takeDraft(draft);
    }
  } catch {
    // A store that is forbidden holds no draft.
  }
  return takeDraft(newDraft(correction));
}

/** Marks a draft as the one this tab has open. */
function takeDraft(draft: SaleDraft): SaleDraft {
  try {
    sessionStorage.setItem(SALE_TAB_KEY, draft.requestId);
  } catch {
    // The form works without; a reload then starts a new draft.
  }
  void claim(draft.requestId);
  return draft;
}

/** The same form as a request of its own. */
export function renewDraft(sellerId: string, draft: SaleDraft, replaces: string | null): SaleDraft {
  dropDraft(sellerId, draft.requestId);
  return takeDraft({ ...draft, requestId: crypto.randomUUID(), replaces });
}

export function writeDraft(sellerId: string, draft: SaleDraft): void {
  try {
    localStorage.setItem(keyOf(sellerId, draft.requestId), JSON.stringify({ ...draft, savedAt: Date.now() }));
  } catch {
    // Without room the form still works; it only does not survive a reload.
  }
}

export const dropDraft = (sellerId: string, requestId: string): void => localStorage.removeItem(keyOf(sellerId, requestId));
