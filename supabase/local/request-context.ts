import { AsyncLocalStorage } from "node:async_hooks";

/** What travels beside one request through the library, which has no place for it. */
export type RequestContext = {
  /** Where the link in a mail should lead in the end. */
  redirectTo?: string;
  /** A decoy sign-up sends no mail. */
  isSilent?: boolean;
  /** Set when a provider's identity matched an account whose address nobody proved. */
  wasLinkRefused?: boolean;
};

export const requestContext = new AsyncLocalStorage<RequestContext>();
