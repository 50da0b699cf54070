import QRCode from "qrcode";
import type { PixPayment } from "@/components/commerce/payments/pix-panel";
import { pixCode, recipientCode } from "@/lib/commerce/payments/queries";
import { isOpen } from "@/lib/commerce/payments/rules";
import type { PagePayment, PaymentSettings } from "@/lib/commerce/payments/schema";

/**
 * The open Pix payment with the Pix key that is configured now; null when there is none. A payment to an organiser has
 * the key of its own recipient, and no code any more when the event has another recipient.
 */
export async function pixPaymentsOf(
  payments: readonly PagePayment[],
  settings: PaymentSettings,
  toOrganiser = false,
): Promise<PixPayment | null> {
  const payment = payments.find(
    (one) =>
      one.method === "pix" &&
      isOpen(one, new Date()) &&
      (toOrganiser ? one.recipient?.is_current === true : !one.recipient),
  );
  if (!payment?.pix_txid) return null;
  const { recipient, amount_cents: cents, pix_txid: txid } = payment;
  const code = recipient ? recipientCode(recipient, cents, txid) : pixCode(settings, cents, txid);
  if (!code.ok) return null;
  return {
    payment,
    payload: code.payload,
    qr: await qrImage(code.payload),
    beneficiary: recipient?.name ?? settings.pix.pix_beneficiary_name,
  };
}

/** A QR code as the address of an image. */
export async function qrImage(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 1 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
