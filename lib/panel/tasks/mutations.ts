import "server-only";
import { AppError } from "../../platform/error";
import type { createSessionClient } from "../../platform/supabase/session";
import { databaseError } from "../../platform/supabase/or-throw";
import { savedOrGone } from "../../platform/outcome-schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Changes the status of the caller's task; managers may change every task. */
export async function setTaskStatus(client: SessionClient, id: string, status: string): Promise<void> {
  const { data, error } = await client.rpc("set_task_status", { id, status });
  if (error?.code === "42501") throw new AppError("access.permission");
  if (error) throw databaseError(error);
  if (savedOrGone.parse(data).outcome === "gone")
    throw new AppError("input.invalid", { detail: "no such task of the caller" });
}
