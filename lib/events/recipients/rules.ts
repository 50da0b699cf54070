import type { Cell } from "../../platform/sheets";
import type { Collecting } from "../../platform/payments/schema";
import type { OwnPayment, Statement } from "./schema";

/** Types of files that prove a transfer, with their extension. */
export const PROOF_TYPES = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
} as const;

/** Whether a paid registration can be paid now; `portalTakes`: whether the portal has a way to pay. */
export const isEventPayable = ({ state }: Pick<Collecting, "state">, portalTakes: boolean): boolean =>
  state === "own" || (state === "portal" && portalTakes);

/** Whether payments are stopped: the team checks a new recipient, or the account of the recipient was stopped. */
export const isPaymentStopped = ({ state }: Pick<Collecting, "state">): boolean =>
  state === "checking" || state === "stopped";

/** Whether somebody receives the money of an event, so that it may have prices; true while the team checks it. */
export const hasRecipient = ({ state }: Pick<Collecting, "state">, portalTakes: boolean): boolean =>
  isPaymentStopped({ state }) || isEventPayable({ state }, portalTakes);

/** Whether a treasurer may still undo the confirmation of a payment. */
export const canUndo = ({ undo_until: until, refunds }: Pick<OwnPayment, "undo_until" | "refunds">, now: number) =>
  until !== null && refunds.length === 0 && Date.parse(until) > now;

/** What the organiser still has of a payment, in cents. */
export const leftOf = (payment: OwnPayment): number => {
  const { received_cents: received, amount_cents: amount, refunds } = payment;
  // Stripe reports the refunds of a card.
  if (payment.method === "card") return amount - payment.refunded_cents;
  return (received ?? amount) - refunds.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
};

/** What the form of a refund suggests, in cents: the part of people who left the order, else all that is left. */
export const suggestedRefund = (payment: OwnPayment): number =>
  payment.people_left.length > 0
    ? Math.min((payment.law_cents ?? 0) + (payment.rules_cents ?? 0), leftOf(payment))
    : leftOf(payment);

type Entry = Statement["rows"][number];
const HEADS = ["day", "kind", "code", "method", "recipient", "reference", "amount", "payout"] as const;
type Head = (typeof HEADS)[number];
type Words = { head: (name: Head) => string; kind: (kind: Entry["kind"] | "payout" | "net") => string };

const sumOf = (rows: readonly { amount_cents: number }[]) =>
  rows.reduce((total, { amount_cents: cents }) => total + cents, 0);

/**
 * Rows of the statement as cells of a file, with the sums of the database as the last one. Throws when the rows have
 * another sum: a file for an accountant is never wrong by a row. Payouts have a column of their own.
 */
export function statementRows(
  { rows, net_cents: net, payouts, paid_out_cents: paidOut }: Statement,
  words: Words,
): Record<string, Cell>[] {
  for (const [sum, expected] of [
    [sumOf(rows), net],
    [sumOf(payouts), paidOut],
  ] as const)
    if (sum !== expected) throw new Error(`the statement has ${sum} cents in its rows and ${expected} as its sum`);
  const record = (cells: Partial<Record<Head, Cell>>) =>
    Object.fromEntries(HEADS.map((name) => [words.head(name), cells[name] ?? null]));
  return [
    ...rows.map((row) =>
      record({
        day: { at: row.day },
        kind: words.kind(row.kind),
        code: row.code,
        method: row.method,
        recipient: row.recipient,
        reference: row.txid,
        amount: { cents: row.amount_cents },
      }),
    ),
    ...payouts.map((payout) =>
      record({
        day: { at: payout.day },
        kind: words.kind("payout"),
        recipient: payout.destination,
        reference: payout.reference,
        payout: { cents: payout.amount_cents },
      }),
    ),
    record({ kind: words.kind("net"), amount: { cents: net }, payout: payouts.length > 0 ? { cents: paidOut } : null }),
  ];
}

/** Sums by day, the newest first. */
export function dayTotals(rows: readonly Entry[]): { day: string; in: number; out: number }[] {
  const days = new Map<string, { in: number; out: number }>();
  for (const { day, kind, amount_cents: cents } of rows) {
    const known = days.get(day) ?? { in: 0, out: 0 };
    if (kind === "refund" || kind === "refund_undone") known.out -= cents;
    else known.in += cents;
    days.set(day, known);
  }
  return [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((one, other) => (one.day < other.day ? 1 : -1));
}
