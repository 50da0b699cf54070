import { z } from "zod";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readPrintFile } from "@/lib/events/print-batches/queries";

const NAME = { badges: "crachas", certificates: "certificados" } as const;

/** The PDF of a batch of badges or certificates; RLS decides who can read its row. */
export async function GET(_request: Request, { params }: { params: Promise<{ batch: string }> }) {
  const account = await admitAccount((one) => hasPermission(one, "events") || hasPermission(one, "certificates"));
  if (account instanceof Response) return account;
  const id = z.guid().safeParse((await params).batch);
  const found = id.success ? await readPrintFile(id.data) : null;
  const stored = found?.path ? await createServiceClient().storage.from("print-batches").download(found.path) : null;
  if (!found || !stored?.data) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(stored.data.stream(), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${NAME[found.kind as keyof typeof NAME]}.pdf"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
}
