import "server-only";
import { takeAttempt, type RateRule } from "../platform/rate-limit";
import { createServiceClient } from "../platform/supabase/service";
import { countFailedAttempt, type FailedSubject } from "./mutations";

/** Counts a refused code or link of a caller, for pages, which have no client of the server. */
export const countRefused = (subject: FailedSubject, address: string): Promise<void> =>
  countFailedAttempt(createServiceClient(), subject, address);

/**
 * `takeAttempt` for codes and links: an attempt over the limit is counted as a failed one. `who` is the caller unless
 * all callers share the limit.
 */
export async function takeGuess(rule: RateRule, subject: FailedSubject, address: string, who = address): Promise<void> {
  try {
    await takeAttempt(rule, who);
  } catch (error) {
    // A flood of requests costs no query each: above this number the count is high enough.
    const isCounted = await takeAttempt("refusedGuess", address).then(
      () => true,
      () => false,
    );
    if (isCounted) await countRefused(subject, address);
    throw error;
  }
}
