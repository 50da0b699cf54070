import type { NextRequest } from "next/server";
import { handlePage } from "@/lib/platform/auth/middleware";

export default function middleware(request: NextRequest) {
  return handlePage(request);
}

export const config = {
  runtime: "nodejs",
  // The RSS feeds and the web manifests are the only files with a locale prefix.
  matcher: [
    "/((?!api/|_next/|rest/v1/|auth/v1/|storage/v1/|.*\\.[a-z0-9]+$).*)",
    "/blog/rss.xml",
    "/:language/blog/rss.xml",
    "/manifest.webmanifest",
    "/:language/manifest.webmanifest",
  ],
};
