import { attachPix, openPayment } from "@/lib/commerce/payments/mutations";
import { getPaymentSettings, pixCode } from "@/lib/commerce/payments/queries";
import { UNPAYABLE_CODE } from "@/lib/commerce/payments/rules";
import { MAX_CHECKOUT_BYTES, pixSchema } from "@/lib/commerce/payments/schema";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

/** Creates the Pix payment for the holder of a link or the owner who ordered a plan; the page then shows its code. */
export const POST = publicHandler(
  {
    name: "pix",
    limit: "payment",
    body: jsonBody(pixSchema, MAX_CHECKOUT_BYTES),
    client: createSessionClient,
  },
  async ({ body, client }) => {
    const settings = await getPaymentSettings();
    if (!settings.isPixEnabled) return refused("pix.off");
    const payment = await openPayment(client, "pix", body);
    if (payment.outcome === "refused") return refused(UNPAYABLE_CODE[payment.reason]);
    const code = pixCode(settings, payment.amount_cents, payment.pix_txid ?? "");
    if (!code.ok) return refused("pix.off");
    await attachPix(createServiceClient(), payment.id, code.payload);
    return Response.json({ payment: payment.id }, { status: 201 });
  },
);
