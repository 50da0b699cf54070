import type { SentNotice } from "./notify";

/** A notice on screen, and how many times it was updated. */
export type NoticeOnScreen = SentNotice & { revision: number };

const MAX_NOTICES = 5;

/** The list with one more notice, newest first; one with the id of a shown notice replaces it. */
export function withNotice(notices: readonly NoticeOnScreen[], notice: SentNotice): NoticeOnScreen[] {
  const old = notices.find(({ id }) => id === notice.id);
  if (!old) return [{ ...notice, revision: 0 }, ...notices].slice(0, MAX_NOTICES);
  return notices.map((one) => (one === old ? { ...notice, revision: old.revision + 1 } : one));
}
