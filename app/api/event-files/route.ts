import { addEventFile } from "@/lib/events/publishing/mutations";
import { isPdf } from "@/lib/guide/magazines/rules";
import { MAX_EVENT_FILE_BYTES } from "@/lib/platform/media/rules";
import { reencodePicture } from "@/lib/platform/media/service";
import { fileBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Stores a picture (re-encoded without camera metadata) or a PDF of an event for its managers; returns its name. */
export const POST = accountHandler(
  {
    name: "event-files",
    permission: "events",
    limit: "mediaUpload",
    body: fileBody(MAX_EVENT_FILE_BYTES),
    client: createServiceClient,
  },
  async ({ client, body: upload, by }) => {
    const isDocument = isPdf(upload);
    if (isDocument) await requireInactivePdf(upload);
    const path = isDocument
      ? await addEventFile(client, upload, "application/pdf")
      : await addEventFile(client, (await reencodePicture(upload, by)).bytes, "image/webp");
    return Response.json({ path }, { status: 201 });
  },
);
