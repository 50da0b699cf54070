import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { SiteFooter } from "@/components/site/layout/site-footer";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { PortalLogo } from "@/components/site/layout/portal-logo";
import { localePath } from "@/lib/platform/i18n/routing";
import { getSettingsWithExamples } from "@/lib/platform/settings/queries";

/** Public pages without the main layout: a small bar with a link back, and the footer. */
export default async function PlainLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("site/layout");
  const settings = await getSettingsWithExamples();
  return (
    <>
      <header
        className={`h-16 border-b border-line bg-surface text-text ${settings.dark_header ? "dark" : ""}`}
        data-slot="site-header"
      >
        <div className="page flex h-full items-center gap-2">
          <Link href={localePath(await getLocale(), "/home")} className="mr-auto flex items-center gap-2 rounded-lg">
            <PortalLogo url={settings.portal_logo_url} className="size-10" />
            <span className="font-display text-2xl">LACAMBECHE</span>
          </Link>
          <LanguageSwitch label={t("language")} />
          <ThemeToggle label={t("theme")} />
        </div>
      </header>
      {children}
      <SiteFooter settings={settings} uf={null} featured={[]} />
    </>
  );
}
