import "server-only";
import { brazilianDay, daysFromNow, monthRange } from "../../../platform/dates";
import { payoutCode } from "../../../platform/pix/rules";
import { everyBatch, everyRow } from "../../../platform/supabase/every-row";
import { databaseError, orThrow } from "../../../platform/supabase/or-throw";
import { readPage, type Counting, type Order } from "../../../platform/supabase/read-page";
import { createSessionClient } from "../../../platform/supabase/session";
import { entryTotals, isClosedMonth, kindsOf, type PaymentQuery } from "../rules";
import { closingSchema, moneyNowSchema } from "./schema";

export const PAYMENTS_PER_PAGE = 30;
const IDS_AT_ONCE = 200;
const PAYMENT_COLUMNS =
  "id, subject_type, subject_id, method, provider, amount_cents, refunded_cents, refund_failed_cents, disputed_cents, dispute_status, dispute_due_at, status, needs_refund, owed_law_cents, owed_rules_cents, note, receipt_path, payment_intent, pix_txid, paid_at, created_at, updated_at";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const NEWEST: Order = [
  ["created_at", false],
  ["id", false],
];
const NEWEST_BOOKED: Order = [
  ["booked_at", false],
  ["id", false],
];

/** Ledger entries of a month; used for list, totals and CSV. */
function filteredEntries(client: SessionClient, { status, method, source, month }: PaymentQuery, counting?: Counting) {
  const { from, until } = monthRange(month);
  let rows = client
    .from("payment_entries")
    .select(`id, kind, method, amount_cents, booked_at, payment:payments (${PAYMENT_COLUMNS})`, counting)
    .gte("booked_at", from)
    .lt("booked_at", until);
  const kinds = kindsOf(status);
  if (status && kinds) rows = rows.in("kind", kinds);
  if (method) rows = rows.eq("method", method);
  if (source) rows = rows.eq("subject_type", source);
  return rows;
}

/** Payments without a ledger entry by creation date, or all payments that need a refund, of any month. */
function filteredPayments(
  client: SessionClient,
  { status, method, source, refund, month }: PaymentQuery,
  counting?: Counting,
) {
  const { from, until } = monthRange(month);
  // Money that an organiser receives itself is on the page of its event.
  let rows = client.from("payments").select(PAYMENT_COLUMNS, counting).is("recipient_id", null);
  rows = refund
    ? rows.or("needs_refund.eq.true,refund_failed_cents.gt.0")
    : rows.gte("created_at", from).lt("created_at", until);
  if (status) rows = rows.eq("status", status);
  if (method) rows = rows.eq("method", method);
  if (source) rows = rows.eq("subject_type", source);
  return rows;
}

/** Subjects that `payment_subjects` accepts. */
const SUBJECTS: ReadonlySet<string> = new Set(["registration", "service_plan"]);

/** Adds number, company and plan of the sale, or code, payer and event of the registration, to payments. */
async function withSubjects<Payment extends { subject_id: string; subject_type: string }>(
  client: SessionClient,
  payments: readonly Payment[],
) {
  const registered = await registrationsOf(client, payments);
  const ids = [...new Set(payments.map(({ subject_id: id }) => id))];
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, part) =>
    ids.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      client.from("sales").select("id, number, company:client_company_name, plan:plan_name").in("id", part),
    ),
  );
  const sales = answers.flatMap((answer) => orThrow(answer));
  const known = new Map(sales.map(({ id, ...sale }) => [id, sale]));
  return payments.map((payment) => ({
    ...payment,
    sale: known.get(payment.subject_id) ?? null,
    registration: registered.get(payment.subject_id) ?? null,
  }));
}

/** Code, payer and event of registrations, or plan, payer and place of plans, among the subjects of payments. */
async function registrationsOf(
  client: SessionClient,
  payments: readonly { subject_id: string; subject_type: string }[],
) {
  const ids = new Set(payments.flatMap((one) => (SUBJECTS.has(one.subject_type) ? [one.subject_id] : [])));
  const rows = ids.size > 0 ? orThrow(await client.rpc("payment_subjects", { ids: [...ids] })) : [];
  return new Map(rows.map(({ id, ...registration }) => [id, registration]));
}

type EntryRow = { id: number; kind: string; amount_cents: number; booked_at: string };
const asEntry = <Payment>({ payment, ...entry }: EntryRow & { payment: Payment }) => ({ ...payment, entry });

/** Ledger entries of a month, newest first; payments when the requested status has no ledger entries. */
export async function listPayments(query: PaymentQuery) {
  const client = await createSessionClient();
  const paging = { page: query.page, per: PAYMENTS_PER_PAGE };
  if (query.refund || !kindsOf(query.status)) {
    const { rows, total } = await readPage(paging, NEWEST, (counting) => filteredPayments(client, query, counting));
    return {
      payments: await withSubjects(
        client,
        rows.map((payment) => ({ ...payment, entry: null as EntryRow | null })),
      ),
      total,
    };
  }
  const { rows, total } = await readPage(paging, NEWEST_BOOKED, (counting) => filteredEntries(client, query, counting));
  return { payments: await withSubjects(client, rows.map(asEntry)), total };
}
export type ListedPayment = Awaited<ReturnType<typeof listPayments>>["payments"][number];

/** Received and refunded amounts of a month, and the number of payments that need a refund. */
export async function monthTotals(month: string) {
  const { from, until } = monthRange(month);
  const client = await createSessionClient();
  const [entries, owed] = await Promise.all([
    everyRow(
      (first, last) =>
        client
          .from("payment_entries")
          .select("kind, method, amount_cents")
          .gte("booked_at", from)
          .lt("booked_at", until)
          .order("id")
          .range(first, last),
      Infinity,
    ),
    client
      .from("payments")
      .select("id", { count: "exact", head: true })
      .is("recipient_id", null)
      .or("needs_refund.eq.true,refund_failed_cents.gt.0"),
  ]);
  if (owed.error) throw databaseError(owed.error);
  return { ...entryTotals(entries), needsRefund: owed.count ?? 0, isClosed: isClosedMonth(month, new Date()) };
}

/** Commissions by status, the oldest first within a status. */
export async function listCommissions(page: number) {
  const client = await createSessionClient();
  // Joins are loaded only for the rows of the page, not for the skipped rows.
  const { rows, total } = await readPage(
    { page, per: PAYMENTS_PER_PAGE },
    [
      ["status", false],
      ["created_at", true],
      ["id", true],
    ],
    (counting) => client.from("commissions").select("id", counting),
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { commissions: [], total };
  const data = orThrow(
    await client
      .from("commissions")
      .select(
        "id, sale_id, seller_id, amount_cents, held_cents, status, approved_at, paid_at, created_at, seller:sellers (full_name), sale:sales (number, client_company_name, price_cents, commission_percentage)",
      )
      .in("id", ids),
  );
  return { commissions: data.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total };
}
export type ListedCommission = Awaited<ReturnType<typeof listCommissions>>["commissions"][number];

/** The newest payouts. Seller names need a separate query, because payouts and sellers have several relations. */
export async function listPayouts() {
  const client = await createSessionClient();
  const data = orThrow(
    await client
      .from("commission_payouts")
      .select("id, seller_id, total_cents, commissions, note, paid_at, receipt_reference")
      .order("paid_at", { ascending: false })
      .limit(20),
  );
  const sellers = await client
    .from("sellers")
    .select("id, full_name")
    .in("id", [...new Set(data.map((payout) => payout.seller_id))]);
  if (sellers.error) throw databaseError(sellers.error);
  const names = new Map(sellers.data.map(({ id, full_name: name }) => [id, name]));
  return data.map((payout) => ({ ...payout, seller: names.get(payout.seller_id) ?? "" }));
}

/** Amount that each seller would be paid now, with the Pix key and the Pix code of the transfer. */
export async function listPayoutTotals() {
  const totals = orThrow(await (await createSessionClient()).rpc("payout_totals"));
  const day = brazilianDay(new Date());
  return totals.map((total) => ({ ...total, code: payoutCode(total, day) }));
}

/** Received webhook events and their outcomes. */
export async function listEvents(page: number) {
  const client = await createSessionClient();
  const { rows: events, total } = await readPage({ page, per: PAYMENTS_PER_PAGE }, NEWEST, (counting) =>
    client
      .from("payment_webhook_events")
      .select("id, event_id, type, outcome, payment_id, facts, happened_at, created_at", counting),
  );
  return { events, total };
}

/** Outcomes of events that need a manual check. */
const UNEXPLAINED = ["unknown", "amount_mismatch", "unhandled", "other_mode"];

/**
 * Inconsistencies: events of unknown payments or unhandled types, wrong amounts, and expired checkout sessions that
 * were never closed.
 */
export async function listInconsistencies() {
  const client = await createSessionClient();
  const yesterday = daysFromNow(-1);
  const [unexplained, unclosed] = await Promise.all([
    client
      .from("payment_webhook_events")
      .select("id, event_id, type, outcome, created_at")
      .in("outcome", UNEXPLAINED)
      .order("created_at", { ascending: false })
      .limit(20),
    client
      .from("payments")
      .select("id, subject_id, amount_cents, expires_at")
      .eq("method", "card")
      .eq("status", "pending")
      .not("provider_ref", "is", null)
      .lt("expires_at", yesterday)
      .limit(20),
  ]);
  if (unexplained.error) throw databaseError(unexplained.error);
  if (unclosed.error) throw databaseError(unclosed.error);
  return { unexplained: unexplained.data, unclosed: unclosed.data };
}

/** Ledger entries of a month, newest first, with no payer data except the company; amounts in cents. */
export async function* exportPayments(query: PaymentQuery) {
  const client = await createSessionClient();
  const batches = everyBatch((from, to) =>
    filteredEntries(client, query)
      .order("booked_at", { ascending: false })
      .order("id", { ascending: false })
      .range(from, to),
  );
  for await (const entries of batches) yield await withSubjects(client, entries.map(asEntry));
}
export type ExportedPayment =
  ReturnType<typeof exportPayments> extends AsyncGenerator<(infer Payment)[], unknown> ? Payment : never;

/** Receipts, refunds, commissions and payouts of a month, with the sums of the database. */
export async function monthClosing(month: string) {
  const answer = await (await createSessionClient()).rpc("month_closing", { first_day: `${month}-01` });
  return closingSchema.parse(orThrow(answer));
}

/** Money of today and of the running month, and what has to be done for it. */
export async function moneyNow() {
  return moneyNowSchema.parse(orThrow(await (await createSessionClient()).rpc("money_now")));
}
