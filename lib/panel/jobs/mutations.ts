import "server-only";
import type { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";
import { savedOrGone } from "../../platform/outcome-schema";

/** Retries a failed job once; `gone` when the job is no longer failed. */
export async function runJobAgain(client: Awaited<ReturnType<typeof createSessionClient>>, job: string, id: string) {
  const answer = await client.rpc("run_job_again", { queue: job, job_id: id });
  return savedOrGone.parse(orThrow(answer, { "42501": "access.permission" }));
}
