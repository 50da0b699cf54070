import type { RECIPIENT_STATUSES } from "../../platform/supabase/database-constants/events";
import { readRegistrationQuery, type RegistrationFilter } from "../panel/list/rules";

export const CHANNELS = ["mail", "whatsapp"] as const;
export type Channel = (typeof CHANNELS)[number];

export type Stage = "scheduled" | "sending" | "ended" | "cancelled";
type Times = { started_at: string | null; ended_at: string | null; cancelled_at: string | null };

export function stageOf({ started_at: startedAt, ended_at: endedAt, cancelled_at: cancelledAt }: Times): Stage {
  if (cancelledAt) return "cancelled";
  if (endedAt) return "ended";
  return startedAt ? "sending" : "scheduled";
}

export type Counts = Record<(typeof RECIPIENT_STATUSES)[number], number>;
export const NO_COUNTS: Counts = { waiting: 0, queued: 0, sent: 0, failed: 0, skipped: 0, refused: 0 };

/** Recipients of each message by status. */
export function countsOf(rows: readonly { message_id: string; status: string; people: number }[]): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const { message_id: id, status, people } of rows)
    found.set(id, { ...(found.get(id) ?? NO_COUNTS), [status]: people });
  return found;
}

type StoredFilter = {
  [name in "type" | "status" | "paid" | "documents" | "entered" | "attending" | "question" | "answer" | "mark"]?:
    | string
    | undefined;
} & { ids?: string[] | undefined };

/** The stored filter of a message as the fields of the list show it; the ids are not part of them. */
export function queryOfFilter(filter: StoredFilter): RegistrationFilter {
  const { type, status, paid, documents, entered, attending, question, answer, mark } = filter;
  return readRegistrationQuery({
    tipo: type,
    situacao: status,
    pago: paid,
    documentos: documents,
    entrou: entered,
    vem: attending,
    resposta: question && answer !== undefined ? `${question}:${answer}` : undefined,
    marca: mark,
  });
}
