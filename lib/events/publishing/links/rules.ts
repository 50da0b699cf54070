import type { FormValues } from "../rules";

export const MAX_VALID_DAYS = 365;
export const MAX_LINK_USES = 20;

/** Header with the token of a publish link; an address would be written to logs. */
export const LINK_HEADER = "x-publish-link";

/** Path of the page of a publish link. */
export const publishLinkPath = (token: string): string => `/eventos/publicar/${token}`;
/** Path of the form of an event of a link, or of a new one. */
export const linkFormPath = (token: string, id: string | null): string =>
  `${publishLinkPath(token)}?evento=${id ?? "novo"}`;

type Invited = { label: string; email: string | null; phone: string | null; state_abbr: string | null };

/** First values of a new event: what the team entered about the invited organiser. */
export function invitedValues({ label, email, phone, state_abbr }: Invited): FormValues {
  return {
    kind: "meeting",
    organizer_name: label,
    ...(email && { organizer_email: email }),
    ...(phone && { organizer_phone: phone }),
    ...(state_abbr && { state_abbr }),
  };
}

type Editable = { status: string; published_at: string | null; starts_at: string };

/** Whether the holder of a link may change the event: until a published event begins, and unless it is cancelled. */
export const isEditableByLink = ({ status, published_at: published, starts_at: starts }: Editable, now: number) =>
  status !== "cancelled" && (published === null || Date.parse(starts) > now);

/** Whether the holder of a link may send the event to the team, or publish it. */
export const isSubmittable = ({ status, gaps }: { status: string; gaps: readonly string[] }, direct: boolean) =>
  gaps.length === 0 && (status === "draft" || status === "rejected" || (status === "pending" && direct));

export const LINK_STATES = ["open", "used", "expired", "revoked"] as const;
type LinkState = (typeof LINK_STATES)[number];
type Stored = { revoked_at: string | null; expires_at: string; max_uses: number; used: number };

/** State of a link in the panel, as `private.publish_link_state`. */
export function storedLinkState(link: Stored, now: number): LinkState {
  if (link.revoked_at) return "revoked";
  if (Date.parse(link.expires_at) <= now) return "expired";
  return link.used >= link.max_uses ? "used" : "open";
}
