import "server-only";
import { takeAttempt, type RateRule } from "../rate-limit";
import { createServiceClient } from "../supabase/service";
import { countFailedAttempt, type FailedSubject } from "./mutations";

/** Counts a refused code or link of a caller, for pages, which have no client of the server. */
export const countRefused = (subject: FailedSubject, address: string): Promise<void> =>
  countFailedAttempt(createServiceClient(), subject, address);

/** `takeAttempt` for codes and links of a caller, or of a caller and one code: an attempt over the limit is counted as a failed one. */
export async function takeGuess(
  rule: RateRule,
  subject: FailedSubject,
  address: string,
  ...code: string[]
): Promise<void> {
  try {
    await takeAttempt(rule, address, ...code);
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
