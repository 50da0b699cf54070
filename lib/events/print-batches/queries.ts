import "server-only";
import { daysFromNow } from "../../platform/dates";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { KEPT_DAYS, type BatchKind } from "./rules";

const SHOWN = 5;
/** Files expire at this age; the retention rule deletes them in the night after. */
const oldest = () => daysFromNow(-KEPT_DAYS);

/** The newest batches of an event; RLS decides which kinds the caller reads. */
export async function listPrintBatches(event: string, kind: BatchKind) {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("print_batches")
      .select("id, size, total, done, pages, created_at, ended_at, failed_at, failure")
      .eq("event_id", event)
      .eq("kind", kind)
      .gt("created_at", oldest())
      .order("created_at", { ascending: false })
      .limit(SHOWN),
  );
}
export type PrintBatch = Awaited<ReturnType<typeof listPrintBatches>>[number];

/** The finished file of a batch; null when there is none that the caller may read. */
export async function readPrintFile(batch: string) {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("print_batches")
      .select("kind, path")
      .eq("id", batch)
      .gt("created_at", oldest())
      .not("path", "is", null)
      .maybeSingle(),
  );
}
