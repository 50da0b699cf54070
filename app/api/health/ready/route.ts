import { readReadiness } from "@/lib/panel/health/service";
import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

/** 200 when this build can answer requests: the database responds and has its migrations; 503 otherwise. */
export async function GET() {
  const { database, migrations } = await readReadiness(createServiceClient());
  const ready = database === "ok" && migrations === "ok";
  return Response.json(
    { ready, database, migrations },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
