import { AsyncLocalStorage } from "node:async_hooks";

/** Values of one request that Supabase Lite's interfaces cannot carry; passed through async context. */
export type RequestContext = {
  /** Final redirect target of the link in a mail. */
  redirectTo?: string;
  /** Suppresses the mail of a decoy sign-up. */
  isSilent?: boolean;
  /** Set when a mail was not sent because the quota of the project is used up. */
  isOverMailQuota?: boolean;
  /** Set when a provider's identity matched an account with an unverified address. */
  wasLinkRefused?: boolean;
  /** Function of schema `public` that a REST request calls. */
  calledFunction?: string;
};

export const requestContext = new AsyncLocalStorage<RequestContext>();
