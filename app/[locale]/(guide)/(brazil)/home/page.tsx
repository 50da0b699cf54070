import { getLocale, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { StatePicker } from "@/components/geo/states/state-picker";
import { pageUrl } from "@/lib/platform/site-url";
import { env } from "@/lib/platform/env";
import { countRegions } from "@/lib/guide/regions/queries";
import { HomeSections } from "../../../home-sections";
import { publicMetadata } from "@/app/[locale]/page-metadata";

export const revalidate = 300;

export const generateMetadata = publicMetadata("geo/states.home", "/home", postcardPath("serra", "brasil", "png"));

export default async function HomePage() {
  const t = await getTranslations("geo/states.home");
  const [locale, counts] = await Promise.all([getLocale(), countRegions()]);
  return (
    <main id="conteudo" className="pb-14 pt-6">
      <div className="page mb-5">
        <h1 className="display-1">{t("chooseRoute")}</h1>
        <p className="mt-2 max-w-3xl text-lg text-muted">{t("lead")}</p>
      </div>
      <StatePicker counts={counts} googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY} />
      <HomeSections />
      <JsonLd
        data={{
          "@type": "CollectionPage",
          name: t("metaTitle"),
          description: t("metaDescription"),
          url: pageUrl(locale, "/home"),
          inLanguage: locale,
        }}
      />
    </main>
  );
}
