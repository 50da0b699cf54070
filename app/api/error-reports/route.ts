import { errorReportSchema, MAX_BODY_BYTES } from "@/lib/platform/error-reports/schema";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { splitPath } from "@/lib/platform/i18n/routing";
import { trackedPath } from "@/lib/platform/paths";
import { redactSecrets } from "@/lib/platform/redact";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429 };

/** Writes an error of a visitor's browser to the log and to the table that the health page shows. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("errorReport", await callerAddress());
    const report = errorReportSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!report.success) return new Response(null, { status: 400 });
    const { digest, path } = report.data;
    const message = redactSecrets(report.data.message);
    const page = trackedPath(splitPath(path).path);
    reportError("browser", new Error(message), { path: page, digest: digest ?? "" });
    const { error } = await createServiceClient().rpc("report_browser_error", {
      error_message: message,
      error_digest: digest ?? "",
      error_path: page,
    });
    if (error) reportError("error report", new Error(error.message));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: STATUS[error.code] ?? 400 });
    throw error;
  }
}
