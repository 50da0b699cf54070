import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

/** 200 when the site and the database work, 503 otherwise. */
export async function GET() {
  const { error } = await createServiceClient().from("states").select("abbr").limit(1);
  return Response.json(
    { site: "ok", database: error ? "down" : "ok" },
    { status: error ? 503 : 200, headers: { "cache-control": "no-store" } },
  );
}
