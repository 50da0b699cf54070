import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { storeTrack } from "@/lib/travel/tracks/mutations";
import type { UploadAnswer } from "@/lib/travel/tracks/rules";
import { MAX_UPLOAD_BYTES, uploadSchema } from "@/lib/travel/tracks/schema";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Stores the next pieces of a track that a device recorded, and its end. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("tripTrack", account.id);
    const upload = uploadSchema.safeParse(await readJson(request, MAX_UPLOAD_BYTES));
    if (!upload.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const stored = await storeTrack(await createSessionClient(), account.id, upload.data);
    const body: UploadAnswer = { owner: account.id, ...stored };
    return Response.json(body, { headers: { "cache-control": "private, no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("trip-tracks", error);
    return Response.json({ code }, { status });
  }
}
