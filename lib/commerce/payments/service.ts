import "server-only";
import Stripe from "stripe";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import { modeOfKey } from "./rules";

/** Maximum age of a signed event in seconds. */
const TOLERANCE_SECONDS = 300;

export const hasStripeSecret = Boolean(env.STRIPE_SECRET_KEY);
export const stripeMode = modeOfKey(env.STRIPE_SECRET_KEY);
export const hasWebhookSecret = Boolean(env.STRIPE_WEBHOOK_SECRET);

let client: Stripe | null = null;

function stripe(): Stripe {
  if (!env.STRIPE_SECRET_KEY) throw new AppError("service.unavailable", { detail: "STRIPE_SECRET_KEY is not set" });
  if (client) return client;
  const base = env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE) : null;
  const address = base && {
    host: base.hostname,
    port: base.port || (base.protocol === "https:" ? "443" : "80"),
    protocol: base.protocol === "https:" ? ("https" as const) : ("http" as const),
  };
  client = new Stripe(env.STRIPE_SECRET_KEY, { maxNetworkRetries: 2, timeout: 15_000, telemetry: false, ...address });
  return client;
}

export type CheckoutRequest = {
  payment: { id: string; amount_cents: number; expires_at: string | null };
  /** Name on the provider's page. */
  product: string;
  /** Id of the sale or registration. */
  reference: string;
  metadata: Record<string, string>;
  email?: string | null;
  successUrl: string;
  cancelUrl: string;
};

/** Creates the Stripe Checkout session of a payment; the idempotency key returns the same session for the same payment. */
export async function createCheckout({
  payment,
  product,
  reference,
  metadata: subject,
  email,
  successUrl,
  cancelUrl,
}: CheckoutRequest): Promise<{ id: string; url: string; expiresAt: string }> {
  const metadata = { ...subject, payment_id: payment.id };
  const session = await stripe().checkout.sessions.create(
    {
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "brl",
            unit_amount: payment.amount_cents,
            product_data: { name: product },
          },
        },
      ],
      success_url: successUrl,
      cancel_url: cancelUrl,
      // Stored with the payment, so that a retry sends identical parameters; 23 hours, one hour less than Stripe's
      // maximum.
      ...(payment.expires_at && { expires_at: Math.floor(Date.parse(payment.expires_at) / 1000) }),
      client_reference_id: reference,
      ...(email && { customer_email: email }),
      locale: "auto",
      metadata,
      payment_intent_data: { metadata },
    },
    { idempotencyKey: payment.id },
  );
  if (!session.url) throw new AppError("service.unavailable", { detail: "checkout session without an address" });
  return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000).toISOString() };
}

/** Whether Stripe refused because this payment's session was already requested with other URLs. */
export const isIdempotencyConflict = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError;

/** Expires an open checkout session. A completed or expired one is left unchanged: its webhook event was or will be sent. */
export async function expireCardPage(session: string): Promise<void> {
  try {
    await stripe().checkout.sessions.expire(session);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Refunds a card payment; the webhook event updates the payment. */
export async function refundCard({
  intent,
  cents,
  key,
  by,
}: {
  intent: string;
  cents: number;
  key: string;
  by: string;
}): Promise<void> {
  try {
    await stripe().refunds.create(
      { payment_intent: intent, amount: cents, metadata: { refunded_by: by } },
      { idempotencyKey: key },
    );
  } catch (error) {
    throw new AppError("service.unavailable", { cause: error, detail: `refund ${codeOf(error)}` });
  }
}

/** Tests the secret key with Stripe, and whether the configured price exists; returns the result. */
export async function testStripe(
  priceId: string,
): Promise<"ok" | "no_key" | "refused" | "price_missing" | "unreachable"> {
  if (!hasStripeSecret) return "no_key";
  try {
    if (priceId) await stripe().prices.retrieve(priceId);
    else await stripe().prices.list({ limit: 1 });
    return "ok";
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError
    )
      return "refused";
    return error instanceof Stripe.errors.StripeInvalidRequestError ? "price_missing" : "unreachable";
  }
}

const MAX_ENDPOINTS = 100;

/** The webhook endpoints of the account, for the check of a deployment. */
export async function listWebhookEndpoints(): Promise<
  { url: string; isEnabled: boolean; events: readonly string[] }[]
> {
  const { data } = await stripe().webhookEndpoints.list({ limit: MAX_ENDPOINTS });
  return data.map(({ url, status, enabled_events: events }) => ({ url, isEnabled: status === "enabled", events }));
}

/** A header with a time and a signature; any other one is not from Stripe. */
const SIGNATURE = /^(?=.*\bt=\d{1,12}\b)(?=.*\bv1=[0-9a-f]{64}\b)/;

/** Parses a webhook event; null when its signature is wrong, missing or too old, or the body is invalid. */
export function readSignedEvent(body: Buffer, signature: string | null): unknown {
  if (!signature || !SIGNATURE.test(signature)) return null;
  if (!env.STRIPE_WEBHOOK_SECRET)
    throw new AppError("service.unavailable", { detail: "STRIPE_WEBHOOK_SECRET is not set" });
  try {
    return Stripe.webhooks.constructEvent(body, signature, env.STRIPE_WEBHOOK_SECRET, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
}

/** Stripe's error code, which contains no payer data. */
function codeOf(error: unknown): string {
  return error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : "failed";
}
