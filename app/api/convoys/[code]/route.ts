import { reportToConvoy } from "@/lib/travel/convoys/mutations";
import { readConvoy } from "@/lib/travel/convoys/queries";
import { isNews } from "@/lib/travel/convoys/rules";
import { convoyCode, MAX_REPORT_BYTES, reportSchema } from "@/lib/travel/convoys/schema";
import { tellMembers } from "@/lib/travel/convoys/service";
import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";

type Context = { params: Promise<{ code: string }> };

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };
const NO_STORE = { "cache-control": "private, no-store" };

/** Stores the status and position of a member and returns the convoy; 404 for everybody else. */
export async function POST(request: Request, { params }: Context) {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("convoyReport", account.id);
    const code = convoyCode.safeParse((await params).code);
    const report = reportSchema.safeParse(await readJson(request, MAX_REPORT_BYTES));
    if (!report.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const client = await createSessionClient();
    const isMember = code.success && (await reportToConvoy(client, code.data, report.data));
    const convoy = isMember ? await readConvoy(client, code.data) : null;
    if (!convoy) return Response.json({ code: "not_found" }, { status: 404, headers: NO_STORE });
    if (isNews(report.data)) tellMembers(convoy.channel);
    return Response.json(convoy, { headers: NO_STORE });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("convoys", error);
    return Response.json({ code }, { status });
  }
}
