import { attachPix, openPayment } from "@/lib/commerce/payments/mutations";
import { getPaymentSettings, pixCode, recipientCode } from "@/lib/commerce/payments/queries";
import { UNPAYABLE_CODE } from "@/lib/commerce/payments/rules";
import { MAX_CHECKOUT_BYTES, pixSchema, type PixPayer } from "@/lib/commerce/payments/schema";
import { readRegistration } from "@/lib/events/registrations/queries";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

/** Whether the payer pays an organiser, for which the Pix key of the portal need not be on. */
async function goesToOrganiser(payer: PixPayer): Promise<boolean> {
  return "token" in payer && (await readRegistration(payer.token))?.collecting.state === "own";
}

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
    if (!settings.isPixEnabled && !(await goesToOrganiser(body))) return refused("pix.off");
    const payment = await openPayment(client, "pix", body);
    if (payment.outcome === "refused") return refused(UNPAYABLE_CODE[payment.reason]);
    const { recipient, recipient_id: own, amount_cents: cents, pix_txid: txid } = payment;
    // Never the key of the portal for a payment to an organiser, nor the other way round.
    if (Boolean(own) !== Boolean(recipient)) return refused("pix.off");
    const code = recipient ? recipientCode(recipient, cents, txid ?? "") : pixCode(settings, cents, txid ?? "");
    if (!code.ok) return refused("pix.off");
    await attachPix(createServiceClient(), payment.id, code.payload);
    return Response.json({ payment: payment.id }, { status: 201 });
  },
);
