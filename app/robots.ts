import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";
import { LOCALES, localePath } from "@/lib/platform/i18n/routing";

/** Areas that are nobody's business but their users', and the search, whose pages have no end; each exists in every language. */
const CLOSED = ["/admin", "/vendedor", "/painel", "/auth/", "/busca"];

/** What crawlers may read, and where the list of pages is. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api/", ...LOCALES.flatMap((locale) => CLOSED.map((path) => localePath(locale, path)))] },
    sitemap: `${env.NEXT_PUBLIC_SITE_URL}/sitemap.xml`,
  };
}
