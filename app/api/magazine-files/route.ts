import { addIssueFile } from "@/lib/guide/magazines/mutations";
import { isPdf, MAX_PDF_BYTES } from "@/lib/guide/magazines/rules";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readBytes } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";

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
    await requireInactivePdf(upload);
    return Response.json({ path: await addIssueFile(await createSessionClient(), upload) }, { status: 201 });
  } catch (error) {
    return refusal("magazine-files", error);
  }
}
