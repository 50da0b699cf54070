import { signVoucherCode } from "@/lib/partners/codes/service";
import { redeemPath, type DeviceVoucher } from "@/lib/partners/downloads/rules";
import type { HeldVoucher } from "@/lib/partners/downloads/schema";
import { siteUrl } from "@/lib/platform/site-url";
import { qrImage } from "./(plain)/pix-payments";

/** Image of the QR code of a downloaded voucher: the address of its page with the signed code, which desks verify without a connection. */
export async function voucherQr({ id, voucherId, expiresAt }: Pick<HeldVoucher, "id" | "voucherId" | "expiresAt">) {
  const code = await signVoucherCode({
    downloadId: id,
    voucherId,
    expiresAt: Math.floor(Date.parse(expiresAt) / 1000),
  });
  return qrImage(siteUrl(`${redeemPath(id)}#${code}`));
}

/** A downloaded voucher with its QR code, which only a voucher that can be used has. */
export async function deviceVoucher(held: HeldVoucher): Promise<DeviceVoucher> {
  return { ...held, qr: held.status === "active" ? await voucherQr(held) : null };
}
