import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { AppError } from "./error";

type Rule = { points: number; seconds: number };

/** How often one caller may try; one process counts for itself (README, Scaling). */
const RULES = {
  signIn: { points: 10, seconds: 300 },
  signInAddress: { points: 10, seconds: 900 },
  mail: { points: 5, seconds: 900 },
  signUp: { points: 10, seconds: 3600 },
  pageView: { points: 120, seconds: 60 },
  shareImage: { points: 60, seconds: 60 },
  errorReport: { points: 10, seconds: 600 },
  request: { points: 10, seconds: 3600 },
  requestPhoto: { points: 30, seconds: 3600 },
  mediaUpload: { points: 120, seconds: 3600 },
  requestStatus: { points: 30, seconds: 600 },
  approval: { points: 20, seconds: 600 },
  approvalPage: { points: 60, seconds: 600 },
  paymentPage: { points: 600, seconds: 600 },
  payment: { points: 40, seconds: 600 },
  paymentReceipt: { points: 20, seconds: 3600 },
  lookUp: { points: 60, seconds: 60 },
  search: { points: 120, seconds: 60 },
  adEvents: { points: 120, seconds: 60 },
  adArt: { points: 20, seconds: 3600 },
  adReport: { points: 120, seconds: 600 },
} as const satisfies Record<string, Rule>;

export type RateRule = keyof typeof RULES;

const limiters = new Map<RateRule, RateLimiterMemory>();

function limiterOf(rule: RateRule): RateLimiterMemory {
  const known = limiters.get(rule);
  if (known) return known;
  const { points, seconds } = RULES[rule];
  const limiter = new RateLimiterMemory({ points, duration: seconds, keyPrefix: rule });
  limiters.set(rule, limiter);
  return limiter;
}

/** Counts one attempt; throws `rate.limited` when the caller has none left. */
export async function takeAttempt(rule: RateRule, caller: string): Promise<void> {
  try {
    await limiterOf(rule).consume(caller.toLowerCase());
  } catch {
    throw new AppError("rate.limited");
  }
}
