import { z } from "zod";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { fileTypeOf } from "@/lib/platform/file-type";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

const TYPES = { "image/webp": "webp", "application/pdf": "pdf" } as const;

/** A document of a registration, for event managers only; the headers keep its content from running scripts. */
export async function GET(_request: Request, { params }: { params: Promise<{ document: string }> }) {
  const account = await admitAccount((one) => hasPermission(one, "events"));
  if (account instanceof Response) return account;
  const id = z.guid().safeParse((await params).document);
  const found = id.success
    ? await (await createSessionClient()).from("registration_documents").select("path").eq("id", id.data).maybeSingle()
    : null;
  const path = found?.data?.path;
  const stored = path ? await createServiceClient().storage.from("registration-documents").download(path) : null;
  if (!stored?.data) return new Response(null, { status: 404 });
  const bytes = await stored.data.arrayBuffer();
  const kind = await fileTypeOf(new Uint8Array(bytes), TYPES);
  return new Response(bytes, {
    headers: {
      "content-type": kind?.mime ?? "application/octet-stream",
      "content-disposition": `${kind?.mime === "image/webp" ? "inline" : "attachment"}; filename="documento-${id.data}.${kind?.extension ?? "bin"}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "private, no-store",
    },
  });
}
