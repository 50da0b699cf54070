import { z } from "zod";
import { admitAccount } from "@/lib/platform/auth/guard";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { readVehicleFile } from "@/lib/garage/vehicles/mutations";

/** A photo, receipt or document of a car, for the people who may read it; the headers keep its content from running scripts. */
export async function GET(_request: Request, { params }: { params: Promise<{ fileId: string }> }) {
  const account = await admitAccount(() => true);
  if (account instanceof Response) return account;
  const id = z.guid().safeParse((await params).fileId);
  const file = id.success ? await readVehicleFile(await createSessionClient(), createServiceClient(), id.data) : null;
  if (!file) return new Response(null, { status: 404 });
  const isPdf = file.extension === "pdf";
  return new Response(file.bytes, {
    headers: {
      "content-type": isPdf ? "application/pdf" : "image/webp",
      "content-disposition": `${isPdf ? "attachment" : "inline"}; filename="${file.kind}-${id.data}.${file.extension}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "private, no-store",
    },
  });
}
