import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { isLocale, localePath, type Locale } from "@/lib/platform/i18n/routing";
import { PORTAL_NAME } from "@/lib/platform/settings/rules";

export const dynamic = "force-static";

/** One manifest per language: an app that is installed from an English page starts in English. The id is the same. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isLocale(locale)) return new Response("Not found", { status: 404 });
  const t = await getTranslations({ locale, namespace: "site/layout.site" });
  return new Response(JSON.stringify(manifest(locale, t("description"))), {
    headers: { "content-type": "application/manifest+json; charset=utf-8" },
  });
}

function manifest(locale: Locale, description: string): MetadataRoute.Manifest {
  return {
    id: "/",
    name: PORTAL_NAME,
    short_name: "LACAMBECHE",
    description,
    lang: locale,
    start_url: localePath(locale, "/home"),
    scope: "/",
    display: "standalone",
    background_color: "#0b1220",
    theme_color: "#3b82f6",
    categories: ["travel", "navigation"],
    screenshots: [
      { src: "/screenshots/front-wide.png", sizes: "1280x800", type: "image/png", form_factor: "wide" },
      { src: "/screenshots/state-narrow.png", sizes: "390x844", type: "image/png", form_factor: "narrow" },
    ],
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
