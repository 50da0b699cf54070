import { z } from "zod";
import { tokenHandler } from "@/lib/platform/handler";
import { withoutBody } from "@/lib/platform/refusal";
import { storedFile } from "@/lib/platform/stored-file";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readSaleFile } from "@/lib/garage/sharing/sale/queries";
import { sharingToken } from "@/lib/garage/sharing/schema";

/** Photo, receipt or document of a car for sale: link and tick are checked again for every file. */
export const GET = tokenHandler(
  {
    name: "sale link",
    limit: "saleLinkFile",
    params: z.object({ token: sharingToken, fileId: z.guid() }),
    client: createServiceClient,
    open: ({ params, client }) => readSaleFile(client, params.token, params.fileId),
    headers: {
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    },
    refuse: withoutBody,
  },
  ({ params, opened: { bytes, kind, extension } }) => {
    const type = extension === "pdf" ? "application/pdf" : "image/webp";
    return storedFile(bytes, { type, name: `${kind}-${params.fileId}.${extension}` });
  },
);
