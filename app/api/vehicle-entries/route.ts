import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { saveEntry } from "@/lib/garage/entries/mutations";
import { entryBatchSchema, MAX_BATCH_BYTES, saveEntrySchema, type EntryBatchAnswer } from "@/lib/garage/entries/schema";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Saves the entries that a device stored; each is answered by itself. Entries of another account are refused with 409. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("vehicleEntries", account.id);
    const batch = entryBatchSchema.safeParse(await readJson(request, MAX_BATCH_BYTES));
    if (!batch.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    if (batch.data.owner !== account.id) return Response.json({ code: "other_account" }, { status: 409 });
    const client = await createSessionClient();
    const answers: EntryBatchAnswer["answers"] = [];
    // One after the other, in the order in which the person wrote them.
    for (const sent of batch.data.entries) {
      const entry = saveEntrySchema.safeParse(sent);
      const answer = entry.success ? await saveEntry(client, entry.data) : { status: "invalid" as const };
      answers.push({ ...answer, id: sent.id });
    }
    const body: EntryBatchAnswer = { answers };
    return Response.json(body, { headers: { "cache-control": "private, no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("vehicle-entries", error);
    return Response.json({ code }, { status });
  }
}
