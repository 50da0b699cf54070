import type { INVITATION_STATES } from "../../platform/links/rules";

export const MEMBER_ROLES = ["viewer", "editor"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Page where the invited person accepts. */
export const invitationPath = (token: string): string => `/diario-de-bordo/convite/${token}`;

/** State of an invitation in the list of the owner; in the order of `private.invitation_state`. */
export function invitationState(
  invitation: { accepted_at: string | null; revoked_at: string | null; expires_at: string },
  now: number,
): (typeof INVITATION_STATES)[number] {
  if (invitation.accepted_at) return "accepted";
  if (invitation.revoked_at) return "revoked";
  return Date.parse(invitation.expires_at) <= now ? "expired" : "open";
}
