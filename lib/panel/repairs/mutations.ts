import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { previewRepair } from "./queries";
import { callsOf, type Repair } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

const FILES_AT_ONCE = 100;

/** Deletes files through the storage API, which removes row and bytes together. */
async function deleteFiles(paths: readonly string[]): Promise<number> {
  const { storage } = await createSessionClient();
  let deleted = 0;
  for (const bucket of new Set(paths.map((path) => path.split("/")[0]!))) {
    const files = paths.filter((path) => path.startsWith(`${bucket}/`));
    for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
      const names = files.slice(from, from + FILES_AT_ONCE).map((path) => path.slice(bucket.length + 1));
      const data = orThrow(await storage.from(bucket).remove(names));
      deleted += data.length;
    }
  }
  return deleted;
}

/** Runs a repair and records how many items were found, repaired and remain. */
export async function runRepair(job: Repair): Promise<{ item_count: number; repaired: number; remaining: number }> {
  const client = await createSessionClient();
  const before = await previewRepair(job);
  let repaired = 0;
  if (job === "orphan_files") repaired = await deleteFiles(before);
  else
    for (const call of callsOf(job))
      repaired += orThrow(await client.rpc("run_repair", { job: call }), { "42501": "access.permission" });
  const report = { item_count: before.length, repaired, remaining: (await previewRepair(job)).length };
  orThrow(await client.from("repair_jobs").insert({ job, ...report }));
  return report;
}
