import { createSerwistRoute } from "@serwist/turbopack";
import { OFFLINE_PATH } from "@/lib/offline/rules";
import { localePath, LOCALES } from "@/lib/platform/i18n/routing";

/** Changes with every build, so that the service worker precaches the offline pages of that build. */
const revision = crypto.randomUUID();

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = createSerwistRoute({
  swSrc: "app/serwist/sw.ts",
  // Without patterns every chunk of the whole app, including the admin, would be precached on the first visit.
  globPatterns: ["public/logo.svg", "public/icons/icon-192.png"],
  additionalPrecacheEntries: LOCALES.map((locale) => ({ url: localePath(locale, OFFLINE_PATH), revision })),
  useNativeEsbuild: true,
  esbuildOptions: { sourcemap: false },
});
