import { HANDOVER_STATUSES, HISTORY_KINDS } from "../../../platform/supabase/database-constants/garage";

/** Page where the buyer accepts or refuses a car. */
export const offerPath = (token: string): string => `/diario-de-bordo/transferencia/${token}`;

export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** What a buyer usually needs; the rest is personal data of the seller, who must tick it. */
export const USUAL_KINDS: readonly HistoryKind[] = [
  "maintenance",
  "fuel",
  "photos",
  "checklists",
  "parts",
  "reminders",
];

export type HistoryCounts = Readonly<Partial<Record<HistoryKind, number>>>;

/** Kinds with their rows, those without rows last. */
export const countedKinds = (counts: HistoryCounts): { kind: HistoryKind; count: number }[] =>
  HISTORY_KINDS.map((kind) => ({ kind, count: counts[kind] ?? 0 })).toSorted(
    (a, b) => Number(b.count > 0) - Number(a.count > 0),
  );

/** State of an offer in the list of the seller; an open one may have expired. */
export const offerState = (offer: { status: string; expires_at: string }, now: number) =>
  (offer.status === "open" && Date.parse(offer.expires_at) <= now
    ? "expired"
    : offer.status) as (typeof HANDOVER_STATUSES)[number];
