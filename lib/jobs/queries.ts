import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import { overviewSchema, type JobOverview } from "./schema";

/** Queues, schedules and failures of the worker, for readers of the health page. */
export async function getJobOverview(): Promise<JobOverview> {
  const { data, error } = await (await createSessionClient()).rpc("job_overview");
  if (error) throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
  return overviewSchema.parse(data);
}
