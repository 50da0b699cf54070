import "../globals.css";
import "../icons.css";
import "../bars.css";
import "../large-text.css";
import "../print.css";
import "../sections.css";
import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { barlow, barlowCondensed } from "../fonts";
import { ClientShell } from "@/components/site/layout/client-shell";
import { Splash } from "@/components/site/layout/splash";
import { AppBars } from "@/components/platform/offline/app-bars";
import { env } from "@/lib/platform/env";
import { isLocale, localePath } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { LANGUAGE_SCRIPT, LARGE_TEXT_SCRIPT, THEME_SCRIPT } from "@/lib/platform/inline-scripts";
import { pageScript } from "@/lib/platform/page-script";
import { getSettings } from "@/lib/platform/settings/queries";

type Props = { children: ReactNode; params: Promise<{ locale: string }> };

export const generateStaticParams = () => LOCALES.map((locale) => ({ locale }));

export const viewport: Viewport = { themeColor: "#3b82f6" };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site/layout.site");
  return {
    metadataBase: new URL(env.NEXT_PUBLIC_SITE_URL),
    title: t("title"),
    description: t("description"),
    applicationName: "LACAMBECHE",
    manifest: localePath(await getLocale(), "/manifest.webmanifest"),
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "32x32" },
        { url: "/logo.svg", type: "image/svg+xml" },
      ],
      apple: "/icons/apple-touch-icon.png",
    },
    openGraph: { siteName: "Portal LACAMBECHE", type: "website" },
    twitter: { card: "summary_large_image" },
  };
}

export default async function RootLayout({ children, params }: Props) {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  const [settings, t] = await Promise.all([getSettings(), getTranslations("site/layout")]);
  const script = pageScript();
  const question = { confirm: t("question.confirm"), cancel: t("question.cancel") };
  return (
    <html
      lang={locale}
      className={`${barlow.variable} ${barlowCondensed.variable}`}
      data-map-style={env.MAP_STYLE_URL}
      data-worker={env.NODE_ENV === "production" ? undefined : "off"}
      suppressHydrationWarning
    >
      <head>
        <script dangerouslySetInnerHTML={{ __html: LANGUAGE_SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: LARGE_TEXT_SCRIPT }} />
      </head>
      <body className="flex min-h-dvh flex-col antialiased">
        <Splash logoUrl={settings.portal_logo_url} isEnabled={settings.feature_splash} />
        <AppBars />
        <ClientShell radio={settings.feature_radio} question={question} favouritesFailed={t("favouritesFailed")}>
          {children}
        </ClientShell>
        {script && <script async src={script} fetchPriority="low" />}
      </body>
    </html>
  );
}
