import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";
import { localePath } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

/** Private areas, and the search, which has an unlimited number of pages; each exists in every language. */
const CLOSED = ["/admin", "/vendedor", "/painel", "/auth/", "/busca"];

/** Rules for crawlers, with the address of the sitemap. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", ...LOCALES.flatMap((locale) => CLOSED.map((path) => localePath(locale, path)))],
    },
    sitemap: `${env.NEXT_PUBLIC_SITE_URL}/sitemap.xml`,
  };
}
