import { artKey } from "@/lib/ads/rules";
import { createPublicClient } from "@/lib/platform/supabase/public";

/** A banner's image from the public bucket; names are never reused, so it is cached as immutable. */
export async function GET(_request: Request, { params }: { params: Promise<{ month: string; name: string }> }) {
  const { month, name } = await params;
  const key = artKey(`/arte/${month}/${name}`);
  const { data } = key ? await createPublicClient(null).storage.from("ad-art").download(key) : { data: null };
  if (!data) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(data, {
    headers: {
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}
