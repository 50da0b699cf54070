import { z } from "zod";
import { accountHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readPrintFile } from "@/lib/events/print-batches/queries";

const NAME = { badges: "crachas", certificates: "certificados" } as const;

/** The PDF of a batch of badges or certificates; RLS decides who can read its row. */
export const GET = accountHandler(
  {
    name: "print batch",
    permission: ["events", "certificates"],
    params: z.object({ batch: z.guid() }),
    client: createServiceClient,
  },
  async ({ params, client }) => {
    const found = await readPrintFile(params.batch);
    const stored = found?.path ? await client.storage.from("print-batches").download(found.path) : null;
    if (!found || !stored?.data) return null;
    return new Response(stored.data.stream(), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${NAME[found.kind as keyof typeof NAME]}.pdf"`,
        "x-robots-tag": "noindex",
      },
    });
  },
);
