import { addPicture } from "@/lib/platform/media/mutations";
import { CONTENT_PERMISSIONS, MAX_UPLOAD_BYTES } from "@/lib/platform/media/rules";
import { reencodePicture } from "@/lib/platform/media/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readBytes } from "@/lib/platform/body";
import { accountCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";

const STATUS = { "input.invalid": 415 };

/** Stores an image for the site, re-encoded without camera metadata; returns its address and size. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const account = await currentAccount();
    if (!account) throw new AppError("auth.required");
    if (!CONTENT_PERMISSIONS.some((key) => hasPermission(account, key))) throw new AppError("access.permission");
    await takeAttempt("mediaUpload", account.id);
    const upload = await readBytes(request, MAX_UPLOAD_BYTES).catch(() => null);
    if (!upload) return Response.json({ code: "file.tooBig" }, { status: 413 });
    return Response.json(
      await addPicture(await createSessionClient(), await reencodePicture(upload, accountCaller(account, request))),
      { status: 201 },
    );
  } catch (error) {
    return refusal("media", error, STATUS);
  }
}
