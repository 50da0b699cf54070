import { z } from "zod";
import { forPeopleOfEvents } from "@/lib/events/members/service";
import { fileTypeOf } from "@/lib/platform/file-type";
import { accountHandler } from "@/lib/platform/handler";
import { storedFile } from "@/lib/platform/stored-file";
import { createServiceClient } from "@/lib/platform/supabase/service";

const TYPES = { "image/webp": "webp", "application/pdf": "pdf" } as const;

/** A document of a registration, for event managers and people who decide registrations of its event. */
export const GET = accountHandler(
  { name: "event document", permission: forPeopleOfEvents, params: z.object({ document: z.guid() }) },
  async ({ params: { document }, client }) => {
    const { data: row } = await client.from("registration_documents").select("path").eq("id", document).maybeSingle();
    const files = createServiceClient().storage.from("registration-documents");
    const stored = row?.path ? await files.download(row.path) : null;
    if (!stored?.data) return null;
    const bytes = await stored.data.arrayBuffer();
    const kind = await fileTypeOf(new Uint8Array(bytes), TYPES);
    return storedFile(bytes, {
      type: kind?.mime ?? "application/octet-stream",
      name: `documento-${document}.${kind?.extension ?? "bin"}`,
    });
  },
);
