import { stampPassport } from "@/lib/guide/passport/mutations";
import { listStampedKeys } from "@/lib/guide/passport/queries";
import type { StampAnswer } from "@/lib/guide/passport/rules";
import { MAX_STAMPS_BYTES, stampsSchema } from "@/lib/guide/passport/schema";
import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Stamps the passport of the account and returns one answer per stamp and all stamped places. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("passportStamps", account.id);
    const input = stampsSchema.safeParse(await readJson(request, MAX_STAMPS_BYTES));
    if (!input.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const client = await createSessionClient();
    const results = await stampPassport(client, account.id, input.data.stamps);
    const body: StampAnswer = { owner: account.id, results, stamped: await listStampedKeys(client, account.id) };
    return Response.json(body, { headers: { "cache-control": "private, no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("passport-stamps", error);
    return Response.json({ code }, { status });
  }
}
