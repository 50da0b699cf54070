import "server-only";
import { AppError } from "../platform/error";
import type { createSessionClient } from "../platform/supabase/session";

/** Gives a failed job one more attempt; false when it is not failed any more. */
export async function runJobAgain(client: Awaited<ReturnType<typeof createSessionClient>>, job: string, id: string): Promise<boolean> {
  const { data, error } = await client.rpc("run_job_again", { queue: job, job_id: id });
  if (error) throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
  return data;
}
