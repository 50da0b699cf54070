import { recordStripeEvent } from "@/lib/commerce/payments/mutations";
import { MAX_WEBHOOK_BYTES, stripeEventSchema } from "@/lib/commerce/payments/schema";
import { readSignedEvent } from "@/lib/commerce/payments/service";
import { readBytes } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { revalidatePages } from "@/lib/platform/revalidate";
import { createServiceClient } from "@/lib/platform/supabase/service";

const CHANGES = ["paid", "refunded", "disputed", "dispute_won", "dispute_lost"];

/** Handles Stripe events: each signed event is processed by the database once; after an error status Stripe sends it again. */
export async function POST(request: Request) {
  try {
    const event = readSignedEvent(await readBytes(request, MAX_WEBHOOK_BYTES), request.headers.get("stripe-signature"));
    if (event === null) return Response.json({ code: "signature" }, { status: 400 });
    const known = stripeEventSchema.safeParse(event);
    // Signed, but without an id or a type: a retry would not change that, so it is answered with 200.
    if (!known.success) return Response.json({ outcome: "ignored" });
    const outcome = await recordStripeEvent(createServiceClient(), known.data);
    if (CHANGES.includes(outcome)) await revalidatePages(["ads"]);
    return Response.json({ outcome });
  } catch (error) {
    if (error instanceof AppError && error.code === "input.invalid")
      return Response.json({ code: error.code }, { status: 400 });
    reportError("webhooks/stripe", error);
    return Response.json({ code: "service.unavailable" }, { status: 503 });
  }
}
