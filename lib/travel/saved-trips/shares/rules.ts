import { TRIP_LINK_DAYS, type SHARE_PARTS } from "../../../platform/supabase/database-constants/travel";
import type { LinkState } from "../../../platform/links/rules";

/** Public page of a link. */
export const sharedTripPath = (token: string): string => `/viagem/${token}`;

export const SCOPES = ["view", "edit"] as const;
export type Scope = (typeof SCOPES)[number];

export type SharePart = (typeof SHARE_PARTS)[number];

/** Days that a link may last. */
export const SHARE_DAYS = [7, 30, 90, TRIP_LINK_DAYS] as const;

/** State of a link of the own list; in the order of `private.share_state`. */
export function ownShareState(
  { revoked_at: revoked, expires_at: expires }: { revoked_at: string | null; expires_at: string },
  now: number,
): LinkState {
  if (revoked) return "revoked";
  return Date.parse(expires) <= now ? "expired" : "open";
}
