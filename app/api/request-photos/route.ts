import { readBytes } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { MAX_PHOTO_BYTES } from "@/lib/requests/rules";
import { reencodePhoto } from "@/lib/requests/service";
import { requireFeature } from "@/lib/settings/queries";
import { orThrow } from "@/lib/platform/supabase/or-throw";

const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "rate.limited": 429,
  "input.invalid": 400,
  "feature.off": 403,
};

/** Stores a photo for a request that is not submitted yet, in a bucket that only staff can read; returns its name. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await requireFeature("place_requests");
    await takeAttempt("requestPhoto", await callerAddress());
    const photo = await reencodePhoto(await readBytes(request, MAX_PHOTO_BYTES));
    const name = `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.webp`;
    orThrow(
      await createServiceClient().storage.from("request-photos").upload(name, photo, { contentType: "image/webp" }),
    );
    return Response.json({ name }, { status: 201 });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("request-photos", error);
    return Response.json({ code }, { status });
  }
}
