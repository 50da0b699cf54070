import { createSerwistRoute } from "@serwist/turbopack";
import { OWN_PAGES } from "../own-pages";

/** Changes with every build, so that the service worker precaches the pages of that build. */
const revision = crypto.randomUUID();

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = createSerwistRoute({
  swSrc: "app/serwist/sw.ts",
  // Without patterns every chunk of the whole app, including the admin, would be precached on the first visit.
  globPatterns: ["public/logo.svg", "public/icons/icon-192.png"],
  additionalPrecacheEntries: OWN_PAGES.map((url) => ({ url, revision })),
  useNativeEsbuild: true,
  esbuildOptions: { sourcemap: false },
});
