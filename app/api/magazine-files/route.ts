import { addIssueFile } from "@/lib/magazines/mutations";
import { isPdf, MAX_PDF_BYTES } from "@/lib/magazines/rules";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readBytes } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";

const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "auth.required": 401,
  "access.permission": 403,
  "rate.limited": 429,
};

/** Stores the PDF of an issue and returns its address. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const account = await currentAccount();
    if (!account) throw new AppError("auth.required");
    if (!hasPermission(account, "magazine")) throw new AppError("access.permission");
    await takeAttempt("mediaUpload", account.id);
    const upload = await readBytes(request, MAX_PDF_BYTES).catch(() => null);
    if (!upload) return Response.json({ code: "file.tooBig" }, { status: 413 });
    if (!isPdf(upload)) return Response.json({ code: "input.invalid" }, { status: 415 });
    return Response.json({ path: await addIssueFile(await createSessionClient(), upload) }, { status: 201 });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("magazine-files", error);
    return Response.json({ code }, { status });
  }
}
