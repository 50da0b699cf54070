import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/vendedor", "/painel", "/api/", "/auth/"] },
    sitemap: `${env.NEXT_PUBLIC_SITE_URL}/sitemap.xml`,
  };
}
