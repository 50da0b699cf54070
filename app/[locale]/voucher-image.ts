import { env } from "@/lib/platform/env";
import { signVoucherCode } from "@/lib/voucher-codes/service";
import { redeemPath, type DeviceVoucher } from "@/lib/voucher-downloads/rules";
import type { HeldVoucher } from "@/lib/voucher-downloads/schema";
import { qrImage } from "./(plain)/shown-pix";

/** Text of the QR code of a downloaded voucher: its page, and the signed code that a desk checks without a connection. */
async function voucherQrText({ id, voucherId, expiresAt }: HeldVoucher): Promise<string> {
  const code = await signVoucherCode({
    downloadId: id,
    voucherId,
    expiresAt: Math.floor(Date.parse(expiresAt) / 1000),
  });
  return `${env.NEXT_PUBLIC_SITE_URL}${redeemPath(id)}#${code}`;
}

/** A downloaded voucher with its QR code, which only a voucher that can be used has. */
export async function deviceVoucher(held: HeldVoucher): Promise<DeviceVoucher> {
  return { ...held, qr: held.status === "active" ? await qrImage(await voucherQrText(held)) : null };
}
