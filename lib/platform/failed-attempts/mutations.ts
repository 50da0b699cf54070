import "server-only";
import { addressGroup } from "../address-group";
import { addressHash } from "../address-hash";
import { reportError } from "../report";
import { orThrow } from "../supabase/or-throw";
import type { createServiceClient } from "../supabase/service";
import type { ATTEMPT_SUBJECTS } from "../supabase/database-constants/platform";

export type FailedSubject = (typeof ATTEMPT_SUBJECTS)[number];

/** Counts a refused code or link of a caller for the health page; a failure to count is only logged. */
export async function countFailedAttempt(
  client: ReturnType<typeof createServiceClient>,
  subject: FailedSubject,
  address: string,
): Promise<void> {
  try {
    const caller = addressHash(addressGroup(address));
    orThrow(await client.rpc("count_failed_attempt", { subject, address_hash: caller }));
  } catch (error) {
    reportError("failed attempts", error);
  }
}
