import {
  ACTIVE_REGISTRATION_STATUSES,
  type RECIPIENT_STATUSES,
} from "../../platform/supabase/database-constants/events";

export const CHANNELS = ["mail", "whatsapp"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Statuses that a message may be for, people with a place first: those who were refused, cancelled or whose time ran
 * out get none.
 */
export const MESSAGE_STATUSES = [
  ...ACTIVE_REGISTRATION_STATUSES.slice(2).toReversed(),
  ...ACTIVE_REGISTRATION_STATUSES.slice(0, 2),
];

type Values = { name: string; event: string; code: string; link: string };

/** A text with the values of one person. The name comes last, so that braces in a name are not filled in. */
export const filledText = (pattern: string, { name, event, code, link }: Values): string =>
  pattern
    .replaceAll("{evento}", () => event)
    .replaceAll("{codigo}", () => code)
    .replaceAll("{link}", () => link)
    .replaceAll("{nome}", () => name);

export type Stage = "scheduled" | "sending" | "ended" | "cancelled";
type Times = { started_at: string | null; ended_at: string | null; cancelled_at: string | null };

export function stageOf({ started_at: startedAt, ended_at: endedAt, cancelled_at: cancelledAt }: Times): Stage {
  if (cancelledAt) return "cancelled";
  if (endedAt) return "ended";
  return startedAt ? "sending" : "scheduled";
}

export type Counts = Record<(typeof RECIPIENT_STATUSES)[number], number>;

/** Recipients of each message by status. */
export function countsOf(rows: readonly { message_id: string; status: string; people: number }[]): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const { message_id: id, status, people } of rows) {
    const counts = found.get(id) ?? { waiting: 0, queued: 0, sent: 0, failed: 0, skipped: 0 };
    found.set(id, { ...counts, [status]: people });
  }
  return found;
}
