import { addPicture } from "@/lib/platform/media/mutations";
import { MAX_UPLOAD_BYTES } from "@/lib/platform/media/rules";
import { reencodePicture } from "@/lib/platform/media/service";
import { fileBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { CONTENT_PERMISSIONS } from "@/lib/platform/supabase/database-constants/platform";

/** Stores an image for the site, re-encoded without camera metadata; returns its address and size. */
export const POST = accountHandler(
  { name: "media", permission: CONTENT_PERMISSIONS, limit: "mediaUpload", body: fileBody(MAX_UPLOAD_BYTES) },
  async ({ client, body, by }) =>
    Response.json(await addPicture(client, await reencodePicture(body, by)), { status: 201 }),
);
