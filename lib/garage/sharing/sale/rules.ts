import { SALE_LINK_DAYS, type SALE_TICKS } from "../../../platform/supabase/database-constants/garage";
import type { LinkState } from "../../../platform/links/rules";

/** Page for possible buyers. */
export const salePath = (token: string): string => `/diario-de-bordo/venda/${token}`;

/** Address of a file that the page of a sale link shows. */
export const saleFilePath = (token: string, file: string): string => `/api/vehicle-sale/${token}/${file}`;

export type SaleTick = (typeof SALE_TICKS)[number];

/** Days that a link may last. */
export const SALE_DAYS = [7, 30, SALE_LINK_DAYS] as const;

/** State of a link in the list of the owner; in the order of `private.sale_link_state`. */
export function saleLinkState(
  { revoked_at: revoked, expires_at: expires }: { revoked_at: string | null; expires_at: string },
  now: number,
): LinkState {
  if (revoked) return "revoked";
  return Date.parse(expires) <= now ? "expired" : "open";
}
