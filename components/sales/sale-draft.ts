import { SALE_DRAFT_DAYS, SALE_DRAFT_PREFIX } from "@/lib/device-storage/rules";
import type { Drawing } from "./drawing";

export type SaleDraft = {
  /** One per form: the server makes one sale of it, however often it is sent. */
  requestId: string;
  values: Record<string, string>;
  drawings: Record<"seller" | "client", Drawing | null>;
  savedAt: number;
};

const keyOf = (sellerId: string) => SALE_DRAFT_PREFIX + sellerId;

export const newDraft = (): SaleDraft => ({ requestId: crypto.randomUUID(), values: {}, drawings: { seller: null, client: null }, savedAt: 0 });

/** The sale this seller had begun on this device, or a new one; drafts hold a client's data, so old ones go. */
export function readDraft(sellerId: string): SaleDraft {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(sellerId)) ?? "null") as SaleDraft | null;
    if (draft && Date.now() - draft.savedAt < SALE_DRAFT_DAYS * 86_400_000) return { ...newDraft(), ...draft };
    localStorage.removeItem(keyOf(sellerId));
  } catch {
    // A broken or forbidden store is no draft.
  }
  return newDraft();
}

export function writeDraft(sellerId: string, draft: SaleDraft): void {
  try {
    localStorage.setItem(keyOf(sellerId), JSON.stringify({ ...draft, savedAt: Date.now() }));
  } catch {
    // Without room the form still works; it only does not survive a reload.
  }
}

export const dropDraft = (sellerId: string): void => localStorage.removeItem(keyOf(sellerId));
