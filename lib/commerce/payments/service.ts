import "server-only";
import Stripe from "stripe";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import { hasStripeSecret, inAccount, stripe } from "../../platform/payments/service";
import { modeOfKey } from "./rules";

export const stripeMode = modeOfKey(env.STRIPE_SECRET_KEY);
export const hasWebhookSecret = Boolean(env.STRIPE_WEBHOOK_SECRET);

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
  /** The connected account of an organiser that receives the money; left out: the portal. */
  account?: string | null;
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
  account,
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
      // Only cards, because the portal offers nothing else for an organiser.
      ...(account && { payment_method_types: ["card" as const] }),
    },
    { idempotencyKey: payment.id, ...inAccount(account) },
  );
  if (!session.url) throw new AppError("service.unavailable", { detail: "checkout session without an address" });
  return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000).toISOString() };
}

/** Whether Stripe refused because this payment's session was already requested with other URLs. */
export const isIdempotencyConflict = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError;

/** Expires an open checkout session. A completed or expired one is left unchanged: its webhook event was or will be sent. */
export async function expireCardPage(session: string, account?: string): Promise<void> {
  try {
    await stripe().checkout.sessions.expire(session, {}, inAccount(account));
  } catch (error) {
    // Nothing of a disconnected account can be changed, and its pages cannot be paid.
    if (
      !(error instanceof Stripe.errors.StripeInvalidRequestError) &&
      !(account && error instanceof Stripe.errors.StripePermissionError)
    )
      throw error;
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
