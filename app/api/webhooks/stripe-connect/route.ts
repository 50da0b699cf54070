import { recordStripeEvent } from "@/lib/commerce/payments/mutations";
import { eventFacts } from "@/lib/commerce/payments/rules";
import { MAX_WEBHOOK_BYTES, stripeEventSchema } from "@/lib/commerce/payments/schema";
import { stripeMode } from "@/lib/commerce/payments/service";
import { recordAccount } from "@/lib/events/recipients/mutations";
import { webhookHandler } from "@/lib/platform/handler";
import { readAccount, readSignedEvent } from "@/lib/platform/payments/service";
import { createServiceClient } from "@/lib/platform/supabase/service";

/**
 * Handles the events of connected accounts: the state of an account, and payments to it, which the database compares
 * with the account that is stored for the payment.
 */
export const POST = webhookHandler(
  {
    name: "webhooks/stripe-connect",
    maxBytes: MAX_WEBHOOK_BYTES,
    client: createServiceClient,
    verify: (bytes, headers) =>
      readSignedEvent(bytes, headers.get("stripe-signature"), "STRIPE_CONNECT_WEBHOOK_SECRET"),
  },
  async ({ event, client }) => {
    const known = stripeEventSchema.safeParse(event);
    if (!known.success || !known.data.account) return { outcome: "ignored" };
    const { account, type } = known.data;
    if (!type.startsWith("account.")) return { outcome: await recordStripeEvent(client, known.data) };
    // An endpoint of live mode gets the events of test mode too.
    if (eventFacts(known.data, stripeMode).is_other_mode) return { outcome: "other_mode" };
    const readAt = new Date();
    if (type === "account.application.deauthorized")
      return { outcome: await recordAccount(client, { account, readAt, state: "disconnected" }) };
    if (type !== "account.updated") return { outcome: "ignored" };
    // Events arrive in any order, so the state is read instead of taken from the event.
    return { outcome: await recordAccount(client, { account, readAt, state: await readAccount(account) }) };
  },
);
