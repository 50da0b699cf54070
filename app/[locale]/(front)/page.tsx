import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { LanguageSwitch } from "@/components/layout/language-switch";
import { SiteJsonLd } from "@/components/layout/site-json-ld";
import { ThemeToggle } from "@/components/layout/theme-toggle";
import { Postcard, postcardPath } from "@/components/postcards/postcard";
import { SearchLink } from "@/components/search/search-link";
import { StatePicker } from "@/components/states/state-picker";
import { CentreLine } from "@/components/ui/centre-line";
import { Logo } from "@/components/ui/logo";
import { env } from "@/lib/platform/env";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { countRegions } from "@/lib/regions/queries";
import { getSettings } from "@/lib/settings/queries";
import { HomeSections } from "../home-sections";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("layout.site");
  return pageMetadata({ locale: await getLocale(), path: "/", title: t("title"), description: t("description"), image: postcardPath("serra", "antigos", "png") });
}

/** The front door, without the layout guard: one picture, one question. */
export default async function FrontPage() {
  const t = await getTranslations("guide");
  const layout = await getTranslations("layout");
  const locale = await getLocale();
  const [settings, counts] = await Promise.all([getSettings(), countRegions()]);
  return (
    <main id="conteudo" className="pb-14">
      <div className="dark relative isolate overflow-hidden bg-background text-text">
        <Postcard biome="serra" slug="antigos" alt="" priority className="absolute inset-0 -z-10 size-full object-cover object-[70%_80%]" />
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-background via-background/45 to-transparent lg:bg-linear-to-r lg:via-background/50" />
        <div className="page flex h-16 items-center gap-1">
          <span className="mr-auto flex items-center gap-2">
            {settings.portal_logo_url ? <img src={settings.portal_logo_url} alt="" width={44} height={44} /> : <Logo className="size-11" />}
            <span className="font-display text-2xl tracking-wide max-[24rem]:sr-only">LACAMBECHE</span>
          </span>
          <SearchLink />
          <LanguageSwitch label={layout("language")} />
          <ThemeToggle label={layout("theme")} />
        </div>
        <div className="page flex min-h-[60svh] flex-col justify-end pb-12 pt-24">
          <p className="font-display text-xl text-faixa">{layout("site.tagline")}</p>
          <h1 className="display-1 mt-2 max-w-4xl">{t("front.title")}</h1>
          <p className="mt-3 max-w-2xl text-lg">{t("front.lead")}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <a href="#estados" className="inline-flex h-13 items-center rounded-xl bg-faixa px-6 font-display text-2xl text-faixa-ink">
              {t("front.action")}
            </a>
            <Link href={localePath(locale, "/login")} prefetch={false} className="inline-flex h-13 items-center rounded-xl border-2 border-text px-6 font-display text-xl">
              {layout("nav.login")}
            </Link>
          </div>
        </div>
      </div>
      <CentreLine />
      <h2 className="page display-2 pb-4 pt-10">{t("home.title")}</h2>
      <StatePicker counts={counts} googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY} />
      <HomeSections />
      <SiteJsonLd siteUrl={env.NEXT_PUBLIC_SITE_URL} />
    </main>
  );
}
