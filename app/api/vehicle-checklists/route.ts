import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { saveChecklist } from "@/lib/garage/checklists/mutations";
import { saveChecklistSchema } from "@/lib/garage/checklists/schema";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };
/** 150 items with all texts at their longest. */
const MAX_BYTES = 600_000;

/** Stores what a device has of a checklist. Not an action: a device may send it long after a new version of the site. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("vehicleEntries", account.id);
    const input = saveChecklistSchema.safeParse(await readJson(request, MAX_BYTES));
    if (!input.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const answer = await saveChecklist(await createSessionClient(), input.data);
    return Response.json({ owner: account.id, answer }, { headers: { "cache-control": "private, no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("vehicle-checklists", error);
    return Response.json({ code }, { status });
  }
}
