/** Public page of a link. */
export const sharedTripPath = (token: string): string => `/viagem/${token}`;

export const SCOPES = ["view", "edit"] as const;
export type Scope = (typeof SCOPES)[number];

/** What the owner of a link chooses to show besides the stops and the line. */
export const SHARE_PARTS = ["car", "tank", "price", "notes"] as const;
export type SharePart = (typeof SHARE_PARTS)[number];

/** Days that a link may last; the database allows up to 366. */
export const SHARE_DAYS = [7, 30, 90, 365] as const;

/** State of a link of the own list; in the order of `private.share_state`. */
export function ownShareState(
  { revoked_at: revoked, expires_at: expires }: { revoked_at: string | null; expires_at: string },
  now: number,
): "open" | "revoked" | "expired" {
  if (revoked) return "revoked";
  return Date.parse(expires) <= now ? "expired" : "open";
}
