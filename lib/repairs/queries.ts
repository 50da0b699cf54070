import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import type { Repair } from "./schema";

function unavailable(error: { code?: string; message: string }): never {
  throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
}

/** Items a repair would change, one per line; changes nothing. */
export async function previewRepair(job: Repair): Promise<string[]> {
  const { data, error } = await (await createSessionClient()).rpc("preview_repair", { job });
  if (error) unavailable(error);
  return data;
}

/** Repairs that were run, newest first. */
export async function listRepairs() {
  const { data, error } = await (await createSessionClient())
    .from("repair_jobs")
    .select("id, job, found, repaired, remaining, created_at, author:profiles (username)")
    .order("created_at", { ascending: false })
    .limit(50);
  if (error) unavailable(error);
  return data;
}
