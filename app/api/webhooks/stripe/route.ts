import { recordStripeEvent } from "@/lib/commerce/payments/mutations";
import { MAX_WEBHOOK_BYTES, stripeEventSchema } from "@/lib/commerce/payments/schema";
import { webhookHandler } from "@/lib/platform/handler";
import { readSignedEvent } from "@/lib/platform/payments/service";
import { revalidatePages } from "@/lib/platform/revalidate";
import { createServiceClient } from "@/lib/platform/supabase/service";

const CHANGES = ["paid", "refunded", "disputed", "dispute_won", "dispute_lost"];

/** Handles Stripe events: each signed event is processed by the database once; after an error status Stripe sends it again. */
export const POST = webhookHandler(
  {
    name: "webhooks/stripe",
    maxBytes: MAX_WEBHOOK_BYTES,
    client: createServiceClient,
    verify: (bytes, headers) => readSignedEvent(bytes, headers.get("stripe-signature"), "STRIPE_WEBHOOK_SECRET"),
  },
  async ({ event, client }) => {
    const known = stripeEventSchema.safeParse(event);
    // Signed, but without an id or a type: a retry would not change that, so it is answered with 200.
    if (!known.success) return { outcome: "ignored" };
    const outcome = await recordStripeEvent(client, known.data);
    if (CHANGES.includes(outcome)) await revalidatePages(["ads"]);
    return { outcome };
  },
);
