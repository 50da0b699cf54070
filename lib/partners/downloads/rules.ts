import type { HeldVoucher } from "./schema";

/** A downloaded voucher with the image of its QR code; null when it can no longer be used. */
export type DeviceVoucher = HeldVoucher & { qr: string | null };
type HeldStatus = HeldVoucher["status"];

/** Vouchers kept on a device; each takes about 10 kB of at most 5 MB. */
const MAX_ON_DEVICE = 60;

export const vouchersPath = (uf: string): string => `/${uf.toLowerCase()}/vouchers`;
/** Id of the card of a voucher on the list of its state. */
export const voucherAnchor = (id: string): string => `voucher-${id}`;
export const redeemPath = (downloadId: string): string => `/voucher/redeem/${downloadId}`;

/** Status of a stored voucher now: without a connection only the expiry can be determined. */
export function statusAt({ status, expiresAt }: Pick<HeldVoucher, "status" | "expiresAt">, now: number): HeldStatus {
  return status === "active" && Date.parse(expiresAt) <= now ? "expired" : status;
}

const isDeviceVoucher = (value: unknown): value is DeviceVoucher =>
  value !== null &&
  typeof value === "object" &&
  ["id", "shortCode", "title", "place", "expiresAt", "status"].every(
    (key) => typeof (value as Record<string, unknown>)[key] === "string",
  );

/** The vouchers stored as JSON; an unreadable value counts as none. */
export function parseVouchers(stored: string | null): DeviceVoucher[] {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(list) ? list.filter(isDeviceVoucher) : [];
  } catch {
    return [];
  }
}

/** The list with a voucher added or replaced, the newest first. */
export function withVoucher(list: readonly DeviceVoucher[], voucher: DeviceVoucher): DeviceVoucher[] {
  return [voucher, ...list.filter(({ id }) => id !== voucher.id)].slice(0, MAX_ON_DEVICE);
}

/** The vouchers that are worth keeping on the device: those that can still be used. */
export const usable = (list: readonly DeviceVoucher[], now: number): DeviceVoucher[] =>
  list.filter((voucher) => statusAt(voucher, now) === "active").slice(0, MAX_ON_DEVICE);
