import { RateLimiterMemory } from "rate-limiter-flexible";
import { addressGroup } from "../../lib/platform/address-group";

const QUARTER_HOUR = 900;
/** Password attempts per account and client IP, so that somebody else's wrong passwords do not lock out the owner. */
const ofCaller = new RateLimiterMemory({ points: 20, duration: QUARTER_HOUR, keyPrefix: "caller" });
/** Password attempts per account from all clients. */
const ofAccount = new RateLimiterMemory({ points: 50, duration: QUARTER_HOUR, keyPrefix: "account" });
/** Second-factor codes per account: at any time, three of a million codes are valid. */
const factorCodes = new RateLimiterMemory({ points: 10, duration: QUARTER_HOUR, keyPrefix: "factor" });
/** Mails to one address, of all templates of the auth server together. */
export const AUTH_MAIL_LIMIT = { points: 6, duration: QUARTER_HOUR };
const mails = new RateLimiterMemory({ ...AUTH_MAIL_LIMIT, keyPrefix: "mail" });

type Login = { email: string; caller: string | null };

async function hasLeft(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  );
}

const keyOf = ({ email, caller }: Login) => `${email.toLowerCase()} ${addressGroup(caller ?? "")}`;

/** Counts a password attempt before the comparison, so that parallel attempts cannot pass; returns false at the limit. */
export async function countPasswordAttempt(login: Login): Promise<boolean> {
  if (login.caller && !(await hasLeft(ofCaller, keyOf(login)))) return false;
  return hasLeft(ofAccount, login.email.toLowerCase());
}

/** Resets the counters after a correct password. */
export async function resetPasswordAttempts(login: Login): Promise<void> {
  await Promise.all([ofCaller.delete(keyOf(login)), ofAccount.delete(login.email.toLowerCase())]);
}

/** Counts one mail; returns false when the address has reached its limit. */
export const countMail = (email: string) => hasLeft(mails, email.toLowerCase());

/** Counts one second-factor code before the comparison; returns false when the account has reached its limit. */
export const countFactorAttempt = (accountId: string) => hasLeft(factorCodes, accountId);

/** Counts one mail of the auth server to any address; returns false when the quota of an hour is used up. */
export function mailQuota(perHour: number): () => Promise<boolean> {
  const quota = new RateLimiterMemory({ points: perHour, duration: 3600, keyPrefix: "quota" });
  return () => hasLeft(quota, "project");
}
