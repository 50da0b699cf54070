import "server-only";
import type { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";

/** Retries a failed job once; false when the job is no longer failed. */
export async function runJobAgain(
  client: Awaited<ReturnType<typeof createSessionClient>>,
  job: string,
  id: string,
): Promise<boolean> {
  return orThrow(await client.rpc("run_job_again", { queue: job, job_id: id }), { "42501": "access.permission" });
}
