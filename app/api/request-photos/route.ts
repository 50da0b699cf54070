import { readBytes } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { addressCaller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { MAX_PHOTO_BYTES } from "@/lib/panel/requests/rules";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { requireFeature } from "@/lib/platform/settings/queries";
import { orThrow } from "@/lib/platform/supabase/or-throw";

const STATUS = { "input.invalid": 400 };

/** Stores a photo for a request that is not submitted yet, in a bucket that only staff can read; returns its name. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await requireFeature("place_requests");
    await takeAttempt("requestPhoto", await callerAddress());
    const photo = await reencodePhoto(await readBytes(request, MAX_PHOTO_BYTES), await addressCaller(request));
    const name = `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.webp`;
    orThrow(
      await createServiceClient().storage.from("request-photos").upload(name, photo, { contentType: "image/webp" }),
    );
    return Response.json({ name }, { status: 201 });
  } catch (error) {
    return refusal("request-photos", error, STATUS);
  }
}
