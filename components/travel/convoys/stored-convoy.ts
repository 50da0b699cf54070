import { dropDraft, keysOfDrafts, readDraft, writeDraft } from "@/components/form/device-draft";
import { CONVOY_PREFIX, CONVOYS_CACHE } from "@/lib/platform/device-storage/rules";
import { convoyPath } from "@/lib/travel/convoys/rules";
import type { Convoy, Report } from "@/lib/travel/convoys/schema";

/** A status and the request to delete the stored position, which the server did not receive yet. */
export type Unsent = Pick<Report, "status" | "hide">;

/** The last answer about a convoy, with the time of the device when it came, and the token of a guest. */
export type StoredConvoy = { at: number; convoy: Convoy; token: string | null; unsent?: Unsent };

/** The server deletes positions and guests as long after the end. */
const KEPT_AFTER_END_MS = 24 * 3_600_000;

const keyOf = (code: string) => CONVOY_PREFIX + code;

export const readStoredConvoy = (code: string): StoredConvoy | null => readDraft("localStorage", keyOf(code));

/** Keeps an answer for the time without a signal; after the end of the convoy without positions. */
export function keepConvoy(convoy: Convoy, token: string | null, unsent?: Unsent): void {
  const isOver = Date.parse(convoy.ends_at) <= Date.parse(convoy.now);
  const members = isOver ? convoy.members.map((member) => ({ ...member, position: null })) : convoy.members;
  const kept: StoredConvoy = { at: Date.now(), convoy: { ...convoy, members }, token, unsent };
  writeDraft("localStorage", keyOf(convoy.code), kept);
}

/** Keeps what the server did not receive yet, so that it is sent also after the page was closed. */
export function keepUnsent(code: string, unsent: Unsent): void {
  const kept = readStoredConvoy(code);
  if (kept) writeDraft("localStorage", keyOf(code), { ...kept, unsent });
}

/** Removes a convoy that this device may not read any more, also the copy of its page. */
export function forgetConvoy(code: string): void {
  dropDraft("localStorage", keyOf(code));
  if ("caches" in window)
    void caches
      .open(CONVOYS_CACHE)
      .then((cache) => cache.delete(location.pathname))
      .catch(() => undefined);
}

/** Removes convoys that ended, with their names and positions, except the one whose page is shown. */
export function forgetEndedConvoys(): void {
  for (const key of keysOfDrafts("localStorage", CONVOY_PREFIX)) {
    const code = key.slice(CONVOY_PREFIX.length);
    const endsAt = Date.parse(readStoredConvoy(code)?.convoy.ends_at ?? "");
    const isKept = Date.now() < endsAt + KEPT_AFTER_END_MS || location.pathname.endsWith(convoyPath(code));
    if (!isKept) dropDraft("localStorage", key);
  }
}
