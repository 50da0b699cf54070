import "server-only";
import Stripe from "stripe";
import { env } from "../env";
import { AppError } from "../error";

/** Maximum age of a signed event in seconds. */
const TOLERANCE_SECONDS = 300;
/** Longest name of a recipient that is stored and shown. */
const MOST_NAME = 80;

export const hasStripeSecret = Boolean(env.STRIPE_SECRET_KEY);
/** Whether organisers can connect an account; without the second secret the webhook of a payment cannot be verified. */
export const canConnect = Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_CONNECT_WEBHOOK_SECRET);

let client: Stripe | null = null;

/** The client of the Stripe account of the portal. */
export function stripe(): Stripe {
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

/** Options of a call in a connected account; without one it is made in the account of the portal. */
export const inAccount = (account: string | null | undefined): { stripeAccount?: string } =>
  account ? { stripeAccount: account } : {};

/** Creates a standard account, which belongs to the organiser; the idempotency key returns the same one again. */
export async function createAccount(event: string, key: string): Promise<string> {
  const account = await stripe().accounts.create(
    { type: "standard", country: "BR", metadata: { event_id: event } },
    { idempotencyKey: key },
  );
  return account.id;
}

/** A link to Stripe's form for an account, which works once and for some minutes; Stripe then returns to the page. */
export async function onboardingUrl(account: string, page: string): Promise<string> {
  const back = (step: string) => `${page}?stripe=${step}`;
  const { url } = await stripe().accountLinks.create({
    account,
    type: "account_onboarding",
    return_url: back("voltou"),
    refresh_url: back("venceu"),
  });
  return url;
}

export type AccountState = { name: string | null; hasDetails: boolean; takesCharges: boolean };

/** The state of a connected account as Stripe has it now; null when the portal has no access to it. */
export async function readAccount(account: string): Promise<AccountState | null> {
  try {
    const found = await stripe().accounts.retrieve(account);
    const names = [found.business_profile?.name, found.settings?.dashboard?.display_name, found.company?.name];
    return {
      name: names.find((name) => name?.trim())?.slice(0, MOST_NAME) ?? null,
      hasDetails: found.details_submitted,
      takesCharges: found.charges_enabled,
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError && error.code === "account_invalid") return null;
    throw new AppError("service.unavailable", { cause: error, detail: `account ${codeOf(error)}` });
  }
}

type Refund = { intent: string; cents: number; key: string; by: string; account?: string };

/** Refunds a card payment, in the connected account that received it; the webhook event updates the payment. */
export async function refundCard({ intent, cents, key, by, account }: Refund): Promise<void> {
  try {
    await stripe().refunds.create(
      { payment_intent: intent, amount: cents, metadata: { refunded_by: by } },
      { idempotencyKey: key, ...inAccount(account) },
    );
  } catch (error) {
    throw new AppError("service.unavailable", { cause: error, detail: `refund ${codeOf(error)}` });
  }
}

/** A header with a time and a signature; any other one is not from Stripe. */
const SIGNATURE = /^(?=.*\bt=\d{1,12}\b)(?=.*\bv1=[0-9a-f]{64}\b)/;

/**
 * Parses a webhook event; null when its signature is wrong, missing or too old, or the body is invalid. `name`: the
 * variable with the secret of the endpoint.
 */
export function readSignedEvent(
  body: Buffer,
  signature: string | null,
  name: "STRIPE_WEBHOOK_SECRET" | "STRIPE_CONNECT_WEBHOOK_SECRET",
): unknown {
  if (!signature || !SIGNATURE.test(signature)) return null;
  const secret = env[name];
  if (!secret) throw new AppError("service.unavailable", { detail: `${name} is not set` });
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
}

/** Stripe's error code, which contains no payer data. */
function codeOf(error: unknown): string {
  return error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : "failed";
}
