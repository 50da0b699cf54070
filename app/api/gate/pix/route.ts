import { getPaymentSettings, pixCode } from "@/lib/commerce/payments/queries";
import { priceWalkIn } from "@/lib/events/gate/mutations";
import { gatePixBodySchema, MAX_GATE_BODY_BYTES, type GatePix } from "@/lib/events/gate/schema";
import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { qrImage } from "../../../[locale]/(plain)/pix-payments";
import { GATE } from "../gate-access";

/** The Pix payment of a sale at the gate, to the account of the payment settings; null when Pix is off or nothing is paid. */
export const POST = deviceHandler(
  GATE,
  { body: jsonBody(gatePixBodySchema, MAX_GATE_BODY_BYTES) },
  async (caller): Promise<{ pix: GatePix | null }> => {
    const { cents, txid } = await priceWalkIn(caller, caller.body);
    const settings = await getPaymentSettings();
    const code = settings.isPixEnabled && cents > 0 ? pixCode(settings, cents, txid) : null;
    if (!code?.ok) return { pix: null };
    const beneficiary = settings.pix.pix_beneficiary_name;
    return { pix: { cents, payload: code.payload, qr: await qrImage(code.payload), beneficiary } };
  },
);
