import QRCode from "qrcode";
import type { PixPayment } from "@/components/commerce/payments/pix-panel";
import { pixCode } from "@/lib/commerce/payments/queries";
import { isOpen } from "@/lib/commerce/payments/rules";
import type { PagePayment, PaymentSettings } from "@/lib/commerce/payments/schema";

/** The open Pix payment with the Pix key that is configured now; null when there is none. */
export async function pixPaymentsOf(
  payments: readonly PagePayment[],
  settings: PaymentSettings,
): Promise<PixPayment | null> {
  const payment = payments.find((one) => one.method === "pix" && isOpen(one, new Date()));
  if (!payment?.pix_txid) return null;
  const code = pixCode(settings, payment.amount_cents, payment.pix_txid);
  if (!code.ok) return null;
  return {
    payment,
    payload: code.payload,
    qr: await qrImage(code.payload),
    beneficiary: settings.pix.pix_beneficiary_name,
  };
}

/** A QR code as the address of an image. */
export async function qrImage(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 1 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
