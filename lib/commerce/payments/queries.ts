import "server-only";
import { cache } from "react";
import type { PaymentRecipient } from "../../platform/payments/schema";
import { buildPix, type PixCode } from "../../platform/pix/rules";
import { isLinkToken } from "../../platform/links/rules";
import { everyBatch, everyRow } from "../../platform/supabase/every-row";
import { createPublicClient } from "../../platform/supabase/public";
import { readPage, type Order } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";
import { modeOfKey } from "./rules";
import { stripeMode } from "./service";
import {
  collectingRow,
  eventFeeRow,
  ownPaymentsSchema,
  paymentPageSchema,
  pixConfigRow,
  stripeConfigRow,
  type OwnPayment,
  type PaymentPage,
  type PaymentSettings,
} from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** Converts the two stored rows to the payment settings; a method with incomplete configuration is disabled. */
export function paymentSettings(rows: readonly { key: string; value: unknown }[]): PaymentSettings {
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value;
  const stripe = stripeConfigRow.parse(valueOf("stripe_config"));
  const pix = pixConfigRow.parse(valueOf("pix_config"));
  const settings = {
    isStripeEnabled: stripe.enabled && stripe.publishable_key !== "",
    isPixEnabled: false,
    stripe: { publishable_key: stripe.publishable_key, default_price_id: stripe.default_price_id },
    pix: {
      pix_key: pix.pix_key,
      pix_key_type: pix.pix_key_type,
      pix_beneficiary_name: pix.recipient_name,
      pix_beneficiary_city: pix.city,
    },
  };
  return { ...settings, isPixEnabled: pix.enabled && pixCode(settings, 1, "TESTE").ok };
}

/** BR Code (Pix) of an amount for the recipient in the settings. */
export function pixCode({ pix }: Pick<PaymentSettings, "pix">, cents: number, txid: string): PixCode {
  if (!pix.pix_key_type) return { ok: false, problem: "key" };
  return buildPix({
    key: pix.pix_key,
    keyType: pix.pix_key_type,
    name: pix.pix_beneficiary_name,
    city: pix.pix_beneficiary_city,
    cents,
    txid,
  });
}

/** BR Code (Pix) of a payment to an organiser. */
export const recipientCode = (
  { pix_key: key, pix_key_type: keyType, name, city }: PaymentRecipient,
  cents: number,
  txid: string,
): PixCode => buildPix({ key, keyType, name, city, cents, txid });

/** Payment methods for clients. A read error is logged and disables both methods. */
export const getPaymentSettings = cache(async (): Promise<PaymentSettings> => {
  const { data, error } = await createPublicClient(["payment_settings"]).from("payment_settings").select("key, value");
  if (error) console.error("Erro ao buscar configurações de pagamento:", error.message);
  const settings = paymentSettings(data ?? []);
  // Without the secret key, or when it has another mode (test or live), a checkout session cannot be created.
  return {
    ...settings,
    isStripeEnabled:
      settings.isStripeEnabled && stripeMode !== null && stripeMode === modeOfKey(settings.stripe.publishable_key),
  };
});

/** Data of the page of a payment link; null for an invalid token. */
export async function getPaymentPage(token: string): Promise<PaymentPage | null> {
  if (!isLinkToken(token)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_payment_page", { token }));
  return data === null ? null : paymentPageSchema.parse(data);
}

/** Payments of registrations and plans of the signed-in account, the newest first; at most 100. */
export async function listOwnPayments(): Promise<OwnPayment[]> {
  return ownPaymentsSchema.parse(orThrow(await (await createSessionClient()).rpc("own_payments")));
}

/** Checkout data of a sale, for an account that may read it. */
export async function getOwedSale(id: string) {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("sales")
      .select("sale_id:id, number, plan_name, plan_type, stripe_price_id")
      .eq("id", id)
      .maybeSingle(),
  );
}

/** The stored rows for editing in the panel. */
export async function getPaymentConfig() {
  const data = orThrow(await (await createSessionClient()).from("payment_settings").select("key, value"));
  const valueOf = (key: string) => data.find((row) => row.key === key)?.value;
  return {
    stripe: stripeConfigRow.parse(valueOf("stripe_config")),
    pix: pixConfigRow.parse(valueOf("pix_config")),
    collecting: collectingRow.parse(valueOf("event_collecting")),
    fee: eventFeeRow.parse(valueOf("event_fee")),
    settings: paymentSettings(data),
  };
}

/** Receipt file of a payment; null when the caller may not read the payment. */
export async function receiptOf(payment: string): Promise<{ path: string; bytes: Blob } | null> {
  const client = await createSessionClient();
  const data = orThrow(await client.from("payments").select("receipt_path").eq("id", payment).maybeSingle());
  if (!data?.receipt_path) return null;
  const file = await client.storage.from("payment-receipts").download(data.receipt_path);
  return file.error ? null : { path: data.receipt_path, bytes: file.data };
}

export const STATEMENT_PAGE = 50;
const NEWEST_LINES: Order = [
  ["created_at", false],
  ["id", false],
];
const LINE_COLUMNS = "id, kind, amount_cents, paid_at, created_at, sale:sales (number, client_company_name)";

/** Account lines of a seller, newest first. */
export async function listStatement(seller: string, page: number) {
  const client = await createSessionClient();
  const { rows: lines, total } = await readPage({ page, per: STATEMENT_PAGE }, NEWEST_LINES, (counting) =>
    client.from("commission_lines").select(LINE_COLUMNS, counting).eq("seller_id", seller),
  );
  const waiting = await everyRow((from, to) =>
    client
      .from("commission_lines")
      .select("amount_cents")
      .eq("seller_id", seller)
      .is("paid_at", null)
      .order("id")
      .range(from, to),
  );
  return { lines, total, waitingCents: waiting.reduce((sum, { amount_cents: cents }) => sum + cents, 0) };
}
export type StatementLine = Awaited<ReturnType<typeof listStatement>>["lines"][number];

/** All account lines of a seller, oldest first. */
export async function* exportStatement(seller: string) {
  const client = await createSessionClient();
  yield* everyBatch((from, to) =>
    client
      .from("commission_lines")
      .select(LINE_COLUMNS)
      .eq("seller_id", seller)
      .order("created_at")
      .order("id")
      .range(from, to),
  );
}
