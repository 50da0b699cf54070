import { REGISTRATION_LINK_KINDS } from "../supabase/database-constants/events";

export const LINK_KINDS = ["payment", "report", "contract", ...REGISTRATION_LINK_KINDS] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/** Links that a seller or the team sends; a contract link is only mailed to the client. */
export const SHARED_KINDS = ["payment", "report"] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** States of a link in the list of the person who made it. */
export const LINK_STATES = ["open", "revoked", "expired"] as const;
export type LinkState = (typeof LINK_STATES)[number];
/** Why a link shows nothing; `deleted`: what it showed was deleted. */
export const ENDED_LINK_STATES = ["revoked", "expired", "deleted"] as const;
export type EndedLinkState = (typeof ENDED_LINK_STATES)[number];
export const ENDED_INVITATION_STATES = ["accepted", "revoked", "expired"] as const;
export const INVITATION_STATES = ["open", ...ENDED_INVITATION_STATES] as const;

const PATH_OF: Record<LinkKind, (token: string) => string> = {
  payment: (token) => `/pagamento/${token}`,
  report: (token) => `/anuncio/${token}`,
  contract: (token) => `/pagamento/${token}/contrato`,
  registration: (token) => `/eventos/inscricao/status/${token}`,
  badge: (token) => `/eventos/inscricao/${token}/cracha`,
  manage: (token) => `/eventos/inscricao/status/${token}`,
  attendance: (token) => `/eventos/presenca/${token}`,
};

/** Path of the page for a token, without locale prefix. */
export const linkPath = (kind: LinkKind, token: string): string => PATH_OF[kind](token);

/** Derived tokens are 43 characters of base64url; older random tokens are 64 hexadecimal digits. */
const TOKEN = /^(?:[A-Za-z0-9_-]{43}|[0-9a-f]{64})$/;

export const isLinkToken = (text: string): boolean => TOKEN.test(text);

/** Code of a short link of an event: eight letters and digits. */
const LINK_CODE = /^[a-hj-np-z2-9]{8}$/;
export const isLinkCode = (code: unknown): code is string => typeof code === "string" && LINK_CODE.test(code);
export const eventLinkPath = (code: string): string => `/e/${code}`;
/** Parameter of the event page that names the short link through which a visitor came. */
export const LINK_PARAMETER = "via";
