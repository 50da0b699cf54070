import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { callsOf, type Repair } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** Items a repair would change, one per line; changes nothing. */
export async function previewRepair(job: Repair): Promise<string[]> {
  const client = await createSessionClient();
  const lines: string[] = [];
  for (const call of callsOf(job))
    lines.push(...orThrow(await client.rpc("preview_repair", { job: call }), { "42501": "access.permission" }));
  return lines;
}

/** Repairs that were run, newest first. */
export async function listRepairs() {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("repair_jobs")
      .select("id, job, item_count, repaired, remaining, created_at, author:profiles (username)")
      .order("created_at", { ascending: false })
      .limit(50),
    { "42501": "access.permission" },
  );
  return data;
}
