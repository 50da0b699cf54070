import { readBytes } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { MAX_PHOTO_BYTES } from "@/lib/panel/requests/rules";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { requireFeature } from "@/lib/platform/settings/queries";
import { orThrow } from "@/lib/platform/supabase/or-throw";

/** Stores a photo for a request that is not submitted yet, in a bucket that only staff can read; returns its name. */
export const POST = publicHandler(
  {
    name: "request-photos",
    client: createServiceClient,
    async admit(_request, { address }) {
      await requireFeature("place_requests");
      await takeAttempt("requestPhoto", address);
    },
    body: { read: (request) => readBytes(request, MAX_PHOTO_BYTES) },
  },
  async ({ client, body, by }) => {
    const photo = await reencodePhoto(body, by);
    const name = `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.webp`;
    orThrow(await client.storage.from("request-photos").upload(name, photo, { contentType: "image/webp" }));
    return Response.json({ name }, { status: 201 });
  },
);
