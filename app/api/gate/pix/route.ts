import { getPaymentSettings, pixCode, recipientCode } from "@/lib/commerce/payments/queries";
import { priceWalkIn } from "@/lib/events/gate/mutations";
import { gatePixBodySchema, MAX_GATE_BODY_BYTES, type GatePix } from "@/lib/events/gate/schema";
import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { qrImage } from "../../../[locale]/(plain)/pix-payments";
import { GATE } from "../gate-access";

/** The Pix payment of a sale at the gate, to who receives the money of the event; null when Pix is off or nothing is paid. */
export const POST = deviceHandler(
  GATE,
  { body: jsonBody(gatePixBodySchema, MAX_GATE_BODY_BYTES) },
  async (caller): Promise<{ pix: GatePix | null }> => {
    const { cents, txid, state, recipient } = await priceWalkIn(caller, caller.body);
    const settings = await getPaymentSettings();
    if (cents === 0 || (!recipient && !(state === "portal" && settings.isPixEnabled))) return { pix: null };
    const code = recipient ? recipientCode(recipient, cents, txid) : pixCode(settings, cents, txid);
    if (!code.ok) return { pix: null };
    const beneficiary = recipient?.name ?? settings.pix.pix_beneficiary_name;
    return { pix: { cents, payload: code.payload, qr: await qrImage(code.payload), beneficiary } };
  },
);
