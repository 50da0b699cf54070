import { eventFileKey } from "@/lib/events/rules";
import { createPublicClient } from "@/lib/platform/supabase/public";

/** A picture or document of an event from the public bucket; names are never reused, so it is cached as immutable. */
export async function GET(_request: Request, { params }: { params: Promise<{ month: string; name: string }> }) {
  const { month, name } = await params;
  const key = eventFileKey(`/arquivo-evento/${month}/${name}`);
  const { data } = key ? await createPublicClient(null).storage.from("event-files").download(key) : { data: null };
  if (!key || !data) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(data, {
    headers: {
      "content-type": key.endsWith(".pdf") ? "application/pdf" : "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}
