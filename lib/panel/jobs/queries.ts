import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { overviewSchema, type JobOverview } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** Queues, schedules and failures of the worker, for readers of the health page. */
export async function getJobOverview(): Promise<JobOverview> {
  const data = orThrow(await (await createSessionClient()).rpc("job_overview"), { "42501": "access.permission" });
  return overviewSchema.parse(data);
}
