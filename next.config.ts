import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { PHASE_PRODUCTION_BUILD } from "next/constants";
import { bundlePageScript } from "./components/site/layout/page-script/bundle";
import { pauseAfterCompile } from "./lib/platform/build-pause";

const securityHeaders = [
  { key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains; preload" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(self), microphone=(), geolocation=(self), payment=(self)" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
];

const immutable = [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }];
const unshared = [{ key: "Cache-Control", value: "private, no-store" }];
const daily = [{ key: "Cache-Control", value: "public, max-age=86400" }];

bundlePageScript();

const nextConfig: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The web server makes the ETags of cached pages; Next's read every character of each answer.
  generateEtags: false,
  outputFileTracingRoot: import.meta.dirname,
  // Postcards and flags are SVG: the image optimizer is not needed and would only add attack surface.
  images: { unoptimized: true },
  // `npm test` checks the types; checking them again would make the first start a minute longer.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  compiler: { runAfterProductionCompile: pauseAfterCompile },
  // These paths contain link tokens that open somebody's order, so the development log leaves them out.
  logging: { incomingRequests: { ignore: [/\/(?:pagamento|approval|contrato|portaria)\//] } },
  serverExternalPackages: ["ws", "esbuild", "pdfkit", "fontkit"],
  // Next.js never deletes rendered pages and cached reads from disk, so they are kept in a memory cache of limited size.
  cacheMaxMemorySize: 16 * 2 ** 20,
  cacheHandler: path.join(import.meta.dirname, "lib/platform/next-cache.mjs"),
  experimental: {
    globalNotFound: true,
    isrFlushToDisk: false,
    // Next's default is one processor less than there are; while it makes the pages, nothing else runs.
    cpus: Math.max(2, availableParallelism() - 1),
    // Only for a folder that was built before: most are built once, and to write the cache makes that build slower.
    turbopackFileSystemCacheForBuild: [".next/BUILD_ID", ".next/cache/turbopack"].some((name) =>
      existsSync(path.join(import.meta.dirname, name)),
    ),
  },
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      // Shared caches may keep neither the RSC data of a page nor what its address answers without the header (web/page-data.ts).
      { source: "/:path*", has: [{ type: "query", key: "_rsc" }], headers: unshared },
      { source: "/:path*", has: [{ type: "header", key: "rsc" }], headers: unshared },
      { source: "/(cartao-postal|scripts)/:path*", headers: immutable },
      // A service worker script that browsers cache for long would keep an old version of the whole app.
      { source: "/serwist/:path*", headers: [{ key: "Cache-Control", value: "public, max-age=0, must-revalidate" }] },
      { source: "/(flags|icons|map)/:path*", headers: daily },
    ];
  },
};

const withIntl = createNextIntlPlugin("./lib/platform/i18n/request.ts");

/** Nothing reads the source maps of a build: web/server.ts switches them off, and browsers get none. */
export default function config(phase: string): NextConfig {
  const turbopackSourceMaps = phase !== PHASE_PRODUCTION_BUILD;
  return withIntl({ ...nextConfig, experimental: { ...nextConfig.experimental, turbopackSourceMaps } });
}
