/** Page for possible buyers. */
export const salePath = (token: string): string => `/diario-de-bordo/venda/${token}`;

/** Address of a file that the page of a sale link shows. */
export const saleFilePath = (token: string, file: string): string => `/api/vehicle-sale/${token}/${file}`;

/** What an owner may tick; nothing of it is shown otherwise. */
export const SALE_TICKS = ["plate", "documents", "prices", "receipts"] as const;
export type SaleTick = (typeof SALE_TICKS)[number];

/** Days that a link may last. */
export const SALE_DAYS = [7, 30, 90] as const;

/** State of a link in the list of the owner; in the order of `private.sale_link_state`. */
export function saleLinkState(
  { revoked_at: revoked, expires_at: expires }: { revoked_at: string | null; expires_at: string },
  now: number,
): "open" | "revoked" | "expired" {
  if (revoked) return "revoked";
  return Date.parse(expires) <= now ? "expired" : "open";
}
