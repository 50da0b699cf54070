import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const securityHeaders = [
  { key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains; preload" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(self), microphone=(), geolocation=(self), payment=(self)" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
];

const immutable = [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }];
const daily = [{ key: "Cache-Control", value: "public, max-age=86400" }];

const nextConfig: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  outputFileTracingRoot: import.meta.dirname,
  // Postcards and flags are SVG; the optimizer would be an open door without a use.
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  // Whoever reads the development log must not be able to pay for, or look at, somebody's order.
  logging: { incomingRequests: { ignore: [/\/(?:pagamento|approval|contrato)\//] } },
  serverExternalPackages: ["ws", "esbuild"],
  // Rendered pages and reads are kept in memory only, and no more of them: on disk Next never deletes any.
  cacheMaxMemorySize: 16 * 2 ** 20,
  experimental: { globalNotFound: true, isrFlushToDisk: false },
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: "/cartao-postal/:path*", headers: immutable },
      // A worker that is kept for long would keep an old version of the whole app.
      { source: "/serwist/:path*", headers: [{ key: "Cache-Control", value: "public, max-age=0, must-revalidate" }] },
      { source: "/(flags|icons|map)/:path*", headers: daily },
    ];
  },
};

export default createNextIntlPlugin("./lib/platform/i18n/request.ts")(nextConfig);
