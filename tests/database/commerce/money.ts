import { randomBytes, randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { addLink } from "../../support/link-rows";
import { ID_OF } from "../actors";
import { newDocument } from "./sale-support";

export type Sale = { id: string; token: string; seller: string; cents: number };

/** The acting seller's id; the row is created on first use. */
async function sellerOf(sql: Sql | TransactionSql, account: "vendedor" | "another_user" = "vendedor"): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.sellers (user_id, full_name, document, phone, status) values (${ID_OF[account]}, 'Vera', ${newDocument()}, '48999990000', 'active')
    on conflict (user_id) do update set status = 'active' returning id`;
  return row!.id;
}

/** Adds a signed, unpaid sale in the state after `create_sale`. */
export async function makeSale(
  sql: Sql | TransactionSql,
  { cents = 45_000, percentage = 10, account = "vendedor" as "vendedor" | "another_user" } = {},
): Promise<Sale> {
  const seller = await sellerOf(sql, account);
  const [plan] = await sql<
    { id: string }[]
  >`insert into public.publication_plans (name, price, duration_days) values ('Estrada', ${cents / 100}, 30) returning id`;
  const request = randomUUID();
  const [sale] = await sql<{ id: string }[]>`
    insert into public.sales (
      seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone, start_date, end_date, seller_signature_url, client_signature_url,
      plan_name, plan_type, price_cents, duration_days, commission_percentage, terms_version, contract_sha256, client_request_id
    ) values (
      ${seller}, ${plan!.id}, 'Hotel Serra', '52998224725', 'Ana', 'ana@example.org', '48988887777', current_date, current_date + 30, ${`${request}_seller`}, ${`${request}_client`},
      'Estrada', 'ad_banner', ${cents}, 30, ${percentage}, '2026-01', ${randomBytes(32).toString("hex")}, ${request}
    ) returning id`;
  return { id: sale!.id, token: await addLink(sql, "payment", sale!.id), seller, cents };
}

export type Card = { id: string; session: string; intent: string };

/** Opens the card payment of a sale and attaches a checkout session. */
export async function openCard(sql: Sql | TransactionSql, sale: Sale): Promise<Card> {
  const [row] = await sql<{ payment: { id: string } }[]>`select public.open_payment('card', ${sale.token}) as payment`;
  const { id } = row!.payment;
  const session = `cs_test_${id.replaceAll("-", "")}`;
  await sql`select public.attach_checkout(${id}, ${session}, 'https://pay.example.org/x', now() + interval '23 hours')`;
  return { id, session, intent: `pi_test_${id.replaceAll("-", "")}` };
}

export async function openPix(sql: Sql | TransactionSql, sale: Sale): Promise<string> {
  const [row] = await sql<{ payment: { id: string } }[]>`select public.open_payment('pix', ${sale.token}) as payment`;
  return row!.payment.id;
}

export const EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
] as const;
export type EventType = (typeof EVENTS)[number];

/** The facts that the webhook route passes on for an event of a card payment. */
export function factsOf(type: EventType, card: Card, cents: number, refunded = cents) {
  if (type === "charge.refunded")
    return {
      object_id: "ch_test",
      payment_intent: card.intent,
      payment_id: card.id,
      currency: "brl",
      refunded_cents: refunded,
    };
  const session = {
    object_id: card.session,
    session_id: card.session,
    payment_id: card.id,
    amount_cents: cents,
    currency: "brl",
  };
  if (type === "checkout.session.expired") return { ...session, payment_status: "unpaid" };
  return {
    ...session,
    payment_intent: card.intent,
    payment_status: type === "checkout.session.async_payment_failed" ? "unpaid" : "paid",
  };
}

/** Sends an event to the database and returns the result. */
export async function send(
  sql: Sql | TransactionSql,
  type: EventType,
  facts: object,
  id = `evt_${randomUUID()}`,
): Promise<string> {
  const [row] = await sql<
    { result: string }[]
  >`select public.record_stripe_event(${id}, ${type}, now(), ${sql.json(facts as never)}) as result`;
  return row!.result;
}

/** The state of a sale and its payments, without times and ids. */
export async function stateOf(sql: Sql | TransactionSql, sale: Sale) {
  const [row] = await sql`
    select payment_status, cancelled_at is not null as cancelled, cancel_reason, payment_id is not null as has_payment,
      (select status from public.commissions where sale_id = sales.id) as commission,
      (select amount_cents from public.commissions where sale_id = sales.id) as commission_cents,
      (select array_agg(status || ' ' || refunded_cents || ' ' || needs_refund order by created_at, id) from public.payments where subject_id = sales.id) as payments
    from public.sales where id = ${sale.id}`;
  return { ...row };
}
