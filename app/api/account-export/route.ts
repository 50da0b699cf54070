import { z } from "zod";
import { createSessionClient } from "@/lib/platform/supabase/session";

export const dynamic = "force-dynamic";

/** Everything about an account as a JSON file; the database decides who may ask. */
export async function GET(request: Request) {
  const account = z.uuid().safeParse(new URL(request.url).searchParams.get("account"));
  if (!account.success) return new Response(null, { status: 400 });
  const client = await createSessionClient();
  const { data: session } = await client.auth.getUser();
  if (!session.user) return new Response(null, { status: 401 });
  const { data, error } = await client.rpc("export_account", { account: account.data });
  if (error) return new Response(null, { status: error.code === "42501" ? 403 : 503 });
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="conta-${account.data}.json"`,
      "cache-control": "private, no-store",
    },
  });
}
