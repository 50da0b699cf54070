import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { SiteJsonLd } from "@/components/site/layout/site-json-ld";
import { Postcard, postcardPath } from "@/components/guide/postcards/postcard";
import { StatePicker } from "@/components/geo/states/state-picker";
import { CentreLine } from "@/components/ui/centre-line";
import { env } from "@/lib/platform/env";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { countRegions } from "@/lib/guide/regions/queries";
import { HomeSections } from "../../home-sections";
import { buttonClass } from "@/components/ui/button-class";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site/layout.site");
  return pageMetadata({
    locale: await getLocale(),
    path: "/",
    title: t("title"),
    description: t("description"),
    image: postcardPath("serra", "antigos", "png"),
  });
}

/** Front page: one picture and the state picker. */
export default async function FrontPage() {
  const t = await getTranslations("geo/states");
  const layout = await getTranslations("site/layout");
  const counts = await countRegions();
  return (
    <main id="conteudo" className="pb-14">
      <div className="dark relative isolate overflow-hidden bg-background text-text">
        <Postcard
          biome="serra"
          slug="antigos"
          alt=""
          priority
          className="absolute inset-0 -z-10 size-full object-cover object-[70%_80%]"
        />
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-background via-background/45 to-transparent lg:bg-linear-to-r lg:via-background/50" />
        <div className="page flex min-h-[60svh] flex-col justify-end pb-12 pt-24">
          <p className="font-display text-xl text-faixa">{layout("site.tagline")}</p>
          <h1 className="display-1 mt-2 max-w-4xl">{t("front.title")}</h1>
          <p className="mt-3 max-w-2xl text-lg">{t("front.lead")}</p>
          <a
            href="#estados"
            className={buttonClass({ look: "faixa", size: "hero", font: "large", className: "mt-6 w-fit" })}
          >
            {t("front.action")}
          </a>
        </div>
      </div>
      <CentreLine />
      <h2 className="page display-2 pb-4 pt-10">{t("home.chooseRoute")}</h2>
      <StatePicker counts={counts} googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY} />
      <HomeSections />
      <SiteJsonLd />
    </main>
  );
}
