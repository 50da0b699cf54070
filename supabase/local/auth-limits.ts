import { RateLimiterMemory } from "rate-limiter-flexible";
import { addressGroup } from "../../lib/platform/address-group";

const QUARTER_HOUR = 900;
/** Passwords per account and caller, so that a stranger's wrong ones do not lock the owner out. */
const ofCaller = new RateLimiterMemory({ points: 20, duration: QUARTER_HOUR, keyPrefix: "caller" });
/** Passwords per account from all callers together. */
const ofAccount = new RateLimiterMemory({ points: 50, duration: QUARTER_HOUR, keyPrefix: "account" });
/** Codes of a second factor per account: three of a million are right at a time. */
const factorCodes = new RateLimiterMemory({ points: 10, duration: QUARTER_HOUR, keyPrefix: "factor" });
const mails = new RateLimiterMemory({ points: 6, duration: QUARTER_HOUR, keyPrefix: "mail" });

type Login = { email: string; caller: string | null };

async function hasLeft(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  );
}

const keyOf = ({ email, caller }: Login) => `${email.toLowerCase()} ${addressGroup(caller ?? "")}`;

/** Who made a forwarded call; null for this machine's own calls, which the site limits itself. */
export const callerOf = (request: Request) => request.headers.get("x-caller-address");

/** Counts one password before it is compared, so that parallel tries cannot all pass; false when none is left. */
export async function takePasswordTry(login: Login): Promise<boolean> {
  if (login.caller && !(await hasLeft(ofCaller, keyOf(login)))) return false;
  return hasLeft(ofAccount, login.email.toLowerCase());
}

/** A right password: earlier wrong ones no longer count. */
export async function forgetPasswordTries(login: Login): Promise<void> {
  await Promise.all([ofCaller.delete(keyOf(login)), ofAccount.delete(login.email.toLowerCase())]);
}

/** Counts one mail; false when the address has had enough of them. */
export const takeMail = (email: string) => hasLeft(mails, email.toLowerCase());

/** Counts one code of a second factor before it is compared; false when the account has had enough of them. */
export const takeFactorTry = (accountId: string) => hasLeft(factorCodes, accountId);
