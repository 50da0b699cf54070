import "server-only";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import type { Json } from "../../platform/supabase/database.types";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { eventFacts } from "./rules";
import {
  openPaymentSchema,
  refundRequestSchema,
  type OpenPayment,
  type payerDocumentSchema,
  type PixPayer,
  type stripeEventSchema,
} from "./schema";
import { stripeMode } from "./service";
import type { PAYMENT_SETTING_KEYS } from "../../platform/supabase/database-constants/platform";
import { databaseError, orThrow, outcomeOrThrow } from "../../platform/supabase/or-throw";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;

/** The payer: identified by a link token, by the sale for a seller, or by the ordered plan for an owner of its place. */
export type Payer = { token: string } | { sale: string } | { plan: string };

const REFUSALS = { "42501": "access.permission" } as const;

/** The open payment of a sale, created if needed; refused with the reason why the sale cannot be paid. */
export async function openPayment(client: SessionClient, method: "card" | "pix", payer: Payer): Promise<OpenPayment> {
  const answer =
    "plan" in payer
      ? await client.rpc("open_plan_payment", { method, plan: payer.plan })
      : await client.rpc("open_payment", { method, ...payer });
  return openPaymentSchema.parse(outcomeOrThrow(answer, REFUSALS));
}

/** Stores the document of a client whose signed sale has none; `gone` when it has one or the link opens no sale. */
export async function addPayerDocument(client: ServiceClient, payer: z.output<typeof payerDocumentSchema>) {
  return savedOrGone.parse(orThrow(await client.rpc("add_payer_document", payer)));
}

/** Stores the Stripe Checkout session of a payment. */
export async function attachCheckout(
  client: ServiceClient,
  payment: string,
  { id, url, expiresAt }: { id: string; url: string; expiresAt: string },
): Promise<void> {
  orThrow(await client.rpc("attach_checkout", { payment, session: id, url, expires: expiresAt }), REFUSALS);
}

/** URL of the checkout session that a concurrent request created. */
export async function checkoutUrlOf(client: ServiceClient, payment: string): Promise<string | null> {
  const row = await client.from("payments").select("checkout_url").eq("id", payment).maybeSingle();
  return orThrow(row)?.checkout_url ?? null;
}

/** The Stripe account of the organiser that receives a payment; null when the portal receives it. */
export async function accountOfPayment(client: ServiceClient, payment: string): Promise<string | null> {
  return orThrow(await client.rpc("account_of_payment", { payment }), REFUSALS);
}

/** Stores the Pix code shown for a payment. */
export async function attachPix(client: ServiceClient, payment: string, payload: string): Promise<void> {
  orThrow(await client.rpc("attach_pix", { payment, payload }), REFUSALS);
}

type Receipt = { payer: PixPayer; payment: string; bytes: Buffer; extension: string; mime: string };

/**
 * Stores a receipt and adds its payment to the review queue; deletes the file and returns `gone` when the payment does
 * not expect a receipt.
 */
export async function attachReceipt(
  client: ServiceClient,
  { payer, payment, bytes, extension, mime }: Receipt,
): Promise<z.output<typeof savedOrGone>> {
  const path = `${payment}/${crypto.randomUUID()}.${extension}`;
  const files = client.storage.from("payment-receipts");
  const stored = await files.upload(path, bytes, { contentType: mime });
  if (stored.error) throw databaseError(stored.error);
  const answer =
    "plan" in payer
      ? await client.rpc("attach_plan_receipt", { plan: payer.plan, payment, path })
      : await client.rpc("attach_receipt", { token: payer.token, payment, path });
  const attached = savedOrGone.safeParse(answer.data).data;
  if (attached?.outcome !== "saved") await files.remove([path]);
  return savedOrGone.parse(orThrow(answer, REFUSALS));
}

/** Passes one signed event to the database, which processes it once; returns the outcome. */
export async function recordStripeEvent(
  client: ServiceClient,
  event: z.output<typeof stripeEventSchema>,
): Promise<string> {
  const data = orThrow(
    await client.rpc("record_stripe_event", {
      event_id: event.id,
      type: event.type,
      // The function accepts null here, but the generated types do not include it.
      happened_at: (event.created === undefined ? null : new Date(event.created * 1000).toISOString()) as string,
      facts: eventFacts(event, stripeMode),
    }),
  );
  return data;
}

/** Records who requests a refund of a card payment; returns the data for the Stripe call. */
export async function requestRefund(client: SessionClient, id: string, reason: string, cents: number | null) {
  const answer = await client.rpc("request_refund", { id, reason, ...(cents !== null && { cents }) });
  const requested = refundRequestSchema.parse(orThrow(answer, REFUSALS));
  if (requested.outcome !== "saved") throw new AppError("input.invalid", { detail: requested.reason });
  return requested;
}

const pixSchema = outcomeSchema({ conflict: {}, gone: true });

/** Confirms a Pix payment without a receipt; fails when it was decided in the meantime. */
export async function confirmPix(client: SessionClient, id: string): Promise<void> {
  const answer = await client.rpc("decide_pix", { id, decision: "approve", expected_status: "pending" });
  if (pixSchema.parse(orThrow(answer, REFUSALS)).outcome !== "saved")
    throw new AppError("input.invalid", { detail: "decided" });
}

const refundedSchema = outcomeSchema({ refused: ["not_refundable"] });

/** Marks a Pix payment as refunded manually. */
export async function markRefunded(client: SessionClient, id: string, reason: string): Promise<void> {
  const marked = refundedSchema.parse(orThrow(await client.rpc("mark_refunded", { id, reason }), REFUSALS));
  if (marked.outcome !== "saved") throw new AppError("input.invalid", { detail: marked.reason });
}

export async function approveCommissions(client: SessionClient, items: string[]): Promise<number> {
  return orThrow(await client.rpc("approve_commissions", { items }), REFUSALS);
}

/** Marks approved commissions as paid, one payout per seller. */
export async function payCommissions(client: SessionClient, items: string[], note = ""): Promise<number> {
  return orThrow(await client.rpc("pay_commissions", { items, note }), REFUSALS);
}

const receiptSchema = outcomeSchema({ refused: ["invalid", "receipt_recorded"], gone: true });

/** Stores the identifier of the transfer of a payout; a stored one never changes. */
export async function recordPayoutReceipt(client: SessionClient, item: string, reference: string): Promise<void> {
  const answer = await client.rpc("record_payout_receipt", { item, reference });
  const recorded = receiptSchema.parse(orThrow(answer, REFUSALS));
  if (recorded.outcome === "refused" && recorded.reason === "invalid") throw new AppError("input.invalid");
  if (recorded.outcome !== "saved") throw new AppError("payout.changed");
}

/** Saves one of the configurations; RLS checks the permission. */
export async function savePaymentConfig(
  client: SessionClient,
  key: (typeof PAYMENT_SETTING_KEYS)[number],
  value: Json,
): Promise<void> {
  const answer = await client.from("payment_settings").upsert({ key, value, is_public: true }).select("key");
  // 23514: a secret key in a public setting.
  const saved = orThrow(answer, { ...REFUSALS, "28000": "auth.proofRequired", "23514": "input.invalid" });
  if (saved.length === 0) throw new AppError("access.permission");
}
