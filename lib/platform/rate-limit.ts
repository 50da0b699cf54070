import "server-only";
import { addressGroup } from "./address-group";
import { BoundedLimiter } from "./bounded-limiter";
import { AppError } from "./error";

type Rule = { points: number; seconds: number };

/** Rate limits per caller; each process counts separately (README, Scaling). */
const RULES = {
  signIn: { points: 10, seconds: 300 },
  // The limit per account and caller applies before the one per account, so that wrong passwords of other people do not
  // lock out the owner.
  signInPair: { points: 10, seconds: 900 },
  signInAccount: { points: 40, seconds: 900 },
  proof: { points: 10, seconds: 900 },
  signInCode: { points: 10, seconds: 900 },
  mail: { points: 5, seconds: 900 },
  signUp: { points: 10, seconds: 3600 },
  pageView: { points: 120, seconds: 60 },
  shareImage: { points: 60, seconds: 60 },
  errorReport: { points: 10, seconds: 600 },
  request: { points: 10, seconds: 3600 },
  requestPhoto: { points: 30, seconds: 3600 },
  mediaUpload: { points: 120, seconds: 3600 },
  pictureImport: { points: 120, seconds: 3600 },
  requestStatus: { points: 30, seconds: 600 },
  approval: { points: 20, seconds: 600 },
  approvalPage: { points: 60, seconds: 600 },
  paymentPage: { points: 600, seconds: 600 },
  payment: { points: 40, seconds: 600 },
  paymentReceipt: { points: 20, seconds: 3600 },
  linkRequest: { points: 10, seconds: 900 },
  // Per sale for all callers together, which limits the mails one client receives.
  linkMail: { points: 3, seconds: 3600 },
  lookUp: { points: 60, seconds: 60 },
  search: { points: 120, seconds: 60 },
  roadRoute: { points: 30, seconds: 60 },
  adEvents: { points: 120, seconds: 60 },
  adArt: { points: 20, seconds: 3600 },
  adReport: { points: 120, seconds: 600 },
} as const satisfies Record<string, Rule>;

export type RateRule = keyof typeof RULES;

const limiters = new Map<RateRule, BoundedLimiter>();

function limiterOf(rule: RateRule): BoundedLimiter {
  const known = limiters.get(rule);
  if (known) return known;
  const { points, seconds } = RULES[rule];
  const limiter = new BoundedLimiter({ points, duration: seconds, keyPrefix: rule });
  limiters.set(rule, limiter);
  return limiter;
}

/** Counts one attempt of a caller or pair (IP addresses, e-mail addresses, ids); throws `rate.limited` when the limit is reached. */
export async function takeAttempt(rule: RateRule, ...who: string[]): Promise<void> {
  try {
    await limiterOf(rule).consume(who.map((part) => addressGroup(part.toLowerCase())).join(" "));
  } catch {
    throw new AppError("rate.limited");
  }
}
