import { addEventFile } from "@/lib/events/publishing/mutations";
import { isPdf } from "@/lib/guide/magazines/rules";
import { MAX_EVENT_FILE_BYTES } from "@/lib/platform/media/rules";
import { reencodePicture } from "@/lib/platform/media/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readBytes } from "@/lib/platform/body";
import { accountCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS = { "input.invalid": 415 };

/** Stores a picture (re-encoded without camera metadata) or a PDF of an event for its managers; returns its name. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const account = await currentAccount();
    if (!account) throw new AppError("auth.required");
    if (!hasPermission(account, "events")) throw new AppError("access.permission");
    await takeAttempt("mediaUpload", account.id);
    const upload = await readBytes(request, MAX_EVENT_FILE_BYTES).catch(() => null);
    if (!upload) return Response.json({ code: "file.tooBig" }, { status: 413 });
    const isDocument = isPdf(upload);
    if (isDocument) await requireInactivePdf(upload);
    const path = isDocument
      ? await addEventFile(createServiceClient(), upload, "application/pdf")
      : await addEventFile(
          createServiceClient(),
          (await reencodePicture(upload, accountCaller(account, request))).bytes,
          "image/webp",
        );
    return Response.json({ path }, { status: 201 });
  } catch (error) {
    return refusal("event-files", error, STATUS);
  }
}
