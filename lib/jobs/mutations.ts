import "server-only";
import { AppError } from "../platform/error";
import type { createSessionClient } from "../platform/supabase/session";

/** Retries a failed job once; false when the job is no longer failed. */
export async function runJobAgain(client: Awaited<ReturnType<typeof createSessionClient>>, job: string, id: string): Promise<boolean> {
  const { data, error } = await client.rpc("run_job_again", { queue: job, job_id: id });
  if (error) throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
  return data;
}
