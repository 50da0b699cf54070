import type { z } from "zod";
import { linkPath } from "../../platform/links/rules";
import { brazilianDay } from "../../platform/dates";
import { localePath, type Locale } from "../../platform/i18n/routing";
import type { OwnPayment, PagePayment, PaymentPage, PaymentSettings, stripeEventSchema } from "./schema";
import { pageOfQuery } from "../../platform/paging";
import {
  PAYMENT_ENTRY_KINDS,
  PAYMENT_METHODS,
  PAYMENT_SOURCES,
  PAYMENT_STATUSES,
} from "../../platform/supabase/database-constants/commerce";

/** URL of the payment link of a sale. */
export function paymentLink(siteUrl: string, token: string, locale: Locale = "pt-BR"): string {
  return new URL(localePath(locale, linkPath("payment", token)), siteUrl).href;
}

/** Page that pays an ordered plan, without locale prefix. */
export const planPaymentPath = (state: string, plan: string): string =>
  `/${state.toLowerCase()}/pagamento?plano=${plan}`;

/** States of a payment page in which a person can pay. */
export const PAYABLE_STATES: readonly PageState[] = ["open", "pending", "expired", "failed"];
/** States of a payment page that may still change. */
export const CHANGING_STATES: readonly PageState[] = [...PAYABLE_STATES, "review", "processing"];

/** Registrations among the payments of an account whose receipt or card payment is being checked. */
export const reviewedRegistrations = (payments: readonly OwnPayment[]): ReadonlySet<string> =>
  new Set(
    payments.flatMap((payment) =>
      "registration_id" in payment && (payment.status === "review" || payment.status === "processing")
        ? [payment.registration_id]
        : [],
    ),
  );

type Refundable = Record<"amount_cents" | "refunded_cents" | "owed_law_cents" | "owed_rules_cents", number>;

/** What a refund without an amount returns, in cents, as `private.due_of_payment` decides it. */
export const dueOf = (payment: Refundable): number => {
  const owed = payment.owed_law_cents + payment.owed_rules_cents;
  return owed > 0 ? Math.max(owed - payment.refunded_cents, 0) : payment.amount_cents - payment.refunded_cents;
};

export type PageState =
  | "unsigned"
  | "paid"
  | "refunded"
  | "cancelled"
  | "review"
  | "pending"
  | "expired"
  | "failed"
  | "open"
  | "over"
  | "processing";

/** State of a payment page: cancelled or paid sales first, then the current payment attempt. */
export function pageState(
  {
    payment_status: status,
    cancelled_at: cancelled,
    end_date: end,
    unsigned,
    payments,
  }: Pick<PaymentPage, "payment_status" | "cancelled_at" | "end_date" | "unsigned" | "payments">,
  now: Date,
): PageState {
  if (payments.some((payment) => payment.status === "refunded") && cancelled) return "refunded";
  if (cancelled) return "cancelled";
  if (status === "paid") return "paid";
  if (payments.some((payment) => payment.status === "processing")) return "processing";
  if (payments.some((payment) => payment.status === "review")) return "review";
  if (end < brazilianDay(now)) return "over";
  if (unsigned) return "unsigned";
  if (payments.some((payment) => isOpen(payment, now))) return "pending";
  const [newest] = payments;
  if (!newest) return "open";
  return newest.status === "failed" ? "failed" : "expired";
}

/** Message code of each reason for which the database refuses a payment. */
export const UNPAYABLE_CODE = {
  sale_missing: "sale.missing",
  nothing_to_pay: "nothing.toPay",
  unsigned: "contract.unsigned",
  document_missing: "document.missing",
  in_progress: "in.progress",
  period_over: "period.over",
  shares_taken: "shares.taken",
  recipient_checked: "recipient.checked",
} as const;

/** Whether an attempt can still be paid. */
export function isOpen({ status, expires_at: end }: Pick<PagePayment, "status" | "expires_at">, now: Date): boolean {
  return (status === "pending" || status === "review") && (!end || Date.parse(end) > now.getTime());
}

export type StripeMode = "test" | "live";

/** Mode of a Stripe key; null for an invalid key. */
export function modeOfKey(key: string | undefined): StripeMode | null {
  const found = /^(?:sk|rk|pk)_(test|live)_/.exec(key ?? "")?.[1];
  return found === "test" || found === "live" ? found : null;
}

/** Whether there is a way to pay; `private.event_payment_is_possible` decides the same, without the secret key of cards. */
export const isPayable = (settings: Pick<PaymentSettings, "isPixEnabled" | "isStripeEnabled">): boolean =>
  settings.isPixEnabled || settings.isStripeEnabled;

/** Why card payments cannot be enabled; null when nothing is missing. */
export function cardProblem({
  secret,
  publishable,
  hasWebhook,
}: {
  secret: StripeMode | null;
  publishable: StripeMode | null;
  hasWebhook: boolean;
}) {
  if (!secret || !publishable || !hasWebhook) return "missing" as const;
  return secret === publishable ? null : ("modes" as const);
}

/** Fields of an event that are stored: ids, status and amounts, no payer data. */
export function eventFacts(
  { type, livemode, account, data: { object } }: z.output<typeof stripeEventSchema>,
  mode: StripeMode | null,
): Record<string, string | number | boolean> {
  const facts = {
    object_id: object.id,
    account,
    session_id: type.startsWith("checkout.session.") ? object.id : undefined,
    payment_intent: type.startsWith("payment_intent.") ? object.id : object.payment_intent,
    payment_id: object.metadata.payment_id,
    payment_status: object.payment_status,
    amount_cents: object.amount_total,
    currency: object.currency,
    refunded_cents: object.amount_refunded,
    cents: object.amount,
    status: object.status,
    due_by: object.evidence_details?.due_by,
    is_other_mode: livemode !== undefined && mode !== null && livemode !== (mode === "live") ? true : undefined,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );
}

/** Types of receipts with their file extension: images and PDFs. */
export const RECEIPT_TYPES = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
} as const;

/** Whether a URL belongs to this site. */
export function isOwnUrl(address: string, siteUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(siteUrl).origin;
}

type Owed = { sale_id: string; plan_type: string; stripe_price_id: string | null };
type Claim = { priceId?: string | null; metadata: { sale_id: string; type: string } };

/** Whether the checkout body matches the sale in the database. */
export function matchesSale({ priceId, metadata }: Claim, owed: Owed, defaultPrice: string): boolean {
  const priceFits = !priceId || priceId === owed.stripe_price_id || (!owed.stripe_price_id && priceId === defaultPrice);
  return priceFits && metadata.sale_id === owed.sale_id && metadata.type === owed.plan_type;
}

export const PAYMENT_PARTS = ["receipts", "pix", "commissions", "events"] as const;

const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | null =>
  known.find((one) => one === value) ?? null;

/** Parses a month; the current month in Brazil when invalid. */
function readMonth(value: unknown, now: Date): string {
  const today = brazilianDay(now);
  return typeof value === "string" && /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(value) ? value : today.slice(0, 7);
}

export type EntryKind = (typeof PAYMENT_ENTRY_KINDS)[number];

/** Kinds of ledger entries that a filter by payment status selects; null for a status without entries. */
export function kindsOf(status: (typeof PAYMENT_STATUSES)[number] | null): readonly EntryKind[] | null {
  if (status === null) return PAYMENT_ENTRY_KINDS;
  if (status === "paid") return ["payment"];
  return status === "refunded" ? ["refund", "refund_failed", "dispute", "dispute_won"] : null;
}

type Entry = { kind: string; method: string; amount_cents: number };

/** Totals of a month: received by method, refunded, and net. */
export function entryTotals(entries: readonly Entry[]): { card: number; pix: number; refunded: number; net: number } {
  const sum = (list: readonly Entry[]) => list.reduce((total, { amount_cents: cents }) => total + cents, 0);
  const arrived = entries.filter(({ kind }) => kind === "payment");
  const of = (method: string) => sum(arrived.filter((entry) => entry.method === method));
  return { card: of("card"), pix: of("pix"), refunded: sum(arrived) - sum(entries), net: sum(entries) };
}

/** Whether a month is over; its entries no longer change. */
export const isClosedMonth = (month: string, now: Date): boolean => month < brazilianDay(now).slice(0, 7);

/** Parses the filters of the financial page from URL parameters. */
export function readPaymentQuery(params: Record<string, string | string[] | undefined>, now: Date) {
  return {
    part: oneOf(params.parte, PAYMENT_PARTS) ?? "receipts",
    status: oneOf(params.situacao, PAYMENT_STATUSES),
    method: oneOf(params.metodo, PAYMENT_METHODS),
    source: oneOf(params.origem, PAYMENT_SOURCES),
    refund: params.devolver === "1",
    month: readMonth(params.mes, now),
    page: pageOfQuery(params.pagina),
  };
}
export type PaymentQuery = ReturnType<typeof readPaymentQuery>;
