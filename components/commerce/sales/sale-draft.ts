import * as device from "@/components/form/device-draft";
import { SALE_DRAFT_DAYS, SALE_DRAFT_PREFIX, SALE_TAB_KEY } from "@/lib/platform/device-storage/rules";
import type { Drawing } from "./drawing";
import { DAY_MS } from "@/lib/platform/dates";

export type SaleDraft = {
  /** Idempotency key, one per sale and tab: the server creates one sale for it, however often it is sent. */
  client_request_id: string;
  /** The sale that this one corrects. */
  replaces_sale_id: string | null;
  /** The paid sale that this one continues. */
  renews_sale_id: string | null;
  values: Record<string, string>;
  drawings: Record<"seller" | "client", Drawing | null>;
  /** The facts shown when the terms were accepted or the first signature was drawn, in the format of `factsOf`. */
  agreedFacts: string | null;
  savedAt: number;
};

/** A sale to correct, with the initial values of its form. */
export type Correction = { id: string; number: number; values: Record<string, string> };

/** A paid sale to continue, with the initial values of its form. */
export type Renewal = Correction;

/** Changes with the names of the fields. Drafts of an earlier version are not opened, and deleted when they are old. */
const VERSION = 2;
const keyOf = (sellerId: string, requestId: string) => `${SALE_DRAFT_PREFIX}${VERSION}:${sellerId}:${requestId}`;

const newDraft = (correction: Correction | null, renewal: Renewal | null = null): SaleDraft => ({
  client_request_id: crypto.randomUUID(),
  replaces_sale_id: correction?.id ?? null,
  renews_sale_id: renewal?.id ?? null,
  values: (correction ?? renewal)?.values ?? {},
  drawings: { seller: null, client: null },
  agreedFacts: null,
  savedAt: 0,
});

/** Drafts that this document has locked; it may open the form more than once. */
const claimed = new Set<string>();

/** Locks a draft for this tab until the tab is closed; false when another tab has locked it. */
function claim(requestId: string): Promise<boolean> {
  if (claimed.has(requestId)) return Promise.resolve(true);
  // Web Locks exist on secure pages only; elsewhere a tab continues only its own draft.
  if (!("locks" in navigator)) return Promise.resolve(sessionStorage.getItem(SALE_TAB_KEY) === requestId);
  return new Promise((resolve) => {
    void navigator.locks.request(SALE_DRAFT_PREFIX + requestId, { ifAvailable: true }, (lock) => {
      if (lock) claimed.add(requestId);
      resolve(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
  });
}

/** Drafts of this seller on this device, newest first; old ones are deleted because they contain personal data of clients. */
function storedDrafts(sellerId: string): SaleDraft[] {
  const drafts: SaleDraft[] = [];
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(SALE_DRAFT_PREFIX))) {
    const draft = device.readDraft<SaleDraft>("localStorage", name);
    if (!draft || Date.now() - draft.savedAt >= SALE_DRAFT_DAYS * DAY_MS) device.dropDraft("localStorage", name);
    else if (name === keyOf(sellerId, draft.client_request_id)) drafts.push({ ...newDraft(null), ...draft });
  }
  return drafts.sort((one, other) => other.savedAt - one.savedAt);
}

/** The draft this tab had open, else the newest unlocked one, else a new one. */
export async function openDraft(
  sellerId: string,
  correction: Correction | null,
  renewal: Renewal | null,
): Promise<SaleDraft> {
  try {
    const own = sessionStorage.getItem(SALE_TAB_KEY);
    const drafts = storedDrafts(sellerId).filter(
      ({ replaces_sale_id, renews_sale_id }) =>
        replaces_sale_id === (correction?.id ?? null) && renews_sale_id === (renewal?.id ?? null),
    );
    for (const draft of [...drafts.filter(({ client_request_id: id }) => id === own), ...drafts]) {
      if (await claim(draft.client_request_id)) return takeDraft(draft);
    }
  } catch {
    // Storage is blocked, so there is no draft.
  }
  return takeDraft(newDraft(correction, renewal));
}

/** Marks a draft as open in this tab. */
function takeDraft(draft: SaleDraft): SaleDraft {
  try {
    sessionStorage.setItem(SALE_TAB_KEY, draft.client_request_id);
  } catch {
    // Storage is blocked: the form works, but a reload starts a new draft.
  }
  void claim(draft.client_request_id);
  return draft;
}

/** The same values with a new idempotency key. */
export function renewDraft(sellerId: string, draft: SaleDraft, replaces_sale_id: string | null): SaleDraft {
  dropDraft(sellerId, draft.client_request_id);
  return takeDraft({ ...draft, client_request_id: crypto.randomUUID(), replaces_sale_id });
}

export function writeDraft(sellerId: string, draft: SaleDraft): void {
  device.writeDraft("localStorage", keyOf(sellerId, draft.client_request_id), { ...draft, savedAt: Date.now() });
}

export const dropDraft = (sellerId: string, requestId: string): void =>
  device.dropDraft("localStorage", keyOf(sellerId, requestId));
