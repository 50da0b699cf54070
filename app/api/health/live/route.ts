export const dynamic = "force-dynamic";

/** 200 while this process answers; asks nothing else, so that a database that is down restarts no process. */
export function GET() {
  return Response.json({ live: true }, { headers: { "cache-control": "no-store" } });
}
