import { env } from "@/lib/platform/env";
import { listPages } from "@/lib/site/sitemap/queries";
import { partOfFile, sitemapFile } from "@/lib/site/sitemap/rules";

export const dynamic = "force-static";
export const revalidate = 3600;
export const generateStaticParams = () => [];

/** One sitemap file: `regions.xml`, `cities-2.xml` … */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const name = /^([a-z0-9-]{1,30})\.xml$/.exec((await params).file)?.[1];
  const place = name ? partOfFile(name) : null;
  const pages = place ? await listPages(place.part, place.file) : [];
  if (pages.length === 0) return new Response("Not found", { status: 404 });
  return new Response(sitemapFile(env.NEXT_PUBLIC_SITE_URL, pages), {
    headers: { "content-type": "application/xml; charset=utf-8" },
  });
}
