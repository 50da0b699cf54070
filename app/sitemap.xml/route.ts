import { env } from "@/lib/platform/env";
import { listParts } from "@/lib/site/sitemap/queries";
import { filesOf, sitemapIndex } from "@/lib/site/sitemap/rules";

export const dynamic = "force-static";
export const revalidate = 3600;

/** The index of all sitemap files. */
export async function GET() {
  const parts = await listParts();
  const files = parts.flatMap(({ part, pages }) => filesOf(part, pages));
  return new Response(sitemapIndex(env.NEXT_PUBLIC_SITE_URL, files), {
    headers: { "content-type": "application/xml; charset=utf-8" },
  });
}
