import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { LatestPost } from "@/components/blog/latest-post";
import { JsonLd } from "@/components/layout/json-ld";
import { CurrentIssue } from "@/components/magazines/current-issue";
import { postcardPath } from "@/components/postcards/postcard";
import { FeaturedRegions } from "@/components/regions/featured-regions";
import { StatePicker } from "@/components/states/state-picker";
import { listNewestPosts } from "@/lib/blog/queries";
import { getCurrentMagazine } from "@/lib/magazines/queries";
import { env } from "@/lib/platform/env";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { countRegions, listFeaturedRegions } from "@/lib/regions/queries";
import { PlacedAd } from "../../../placed-ad";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("guide.home");
  return pageMetadata({
    locale: await getLocale(),
    path: "/home",
    title: t("metaTitle"),
    description: t("metaDescription"),
    image: postcardPath("serra", "brasil", "png"),
  });
}

export default async function HomePage() {
  const t = await getTranslations("guide.home");
  const locale = await getLocale();
  const [counts, featured, [post], issue] = await Promise.all([countRegions(), listFeaturedRegions("SC"), listNewestPosts(null, 1), getCurrentMagazine()]);
  return (
    <main id="conteudo" className="pb-14 pt-6">
      <div className="page mb-5">
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-2 max-w-3xl text-lg text-muted">{t("lead")}</p>
      </div>
      <StatePicker counts={counts} googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY} />
      <PlacedAd placement="home_top" state={null} />
      <FeaturedRegions title={t("featured")} lead={t("featuredLead")} regions={featured} uf="sc" more={{ label: t("all"), href: localePath(locale, "/sc/regioes") }} />
      <LatestPost post={post ?? null} state={null} />
      <CurrentIssue issue={issue} />
      <JsonLd
        data={{ "@type": "CollectionPage", name: t("metaTitle"), description: t("metaDescription"), url: env.NEXT_PUBLIC_SITE_URL + localePath(locale, "/home"), inLanguage: locale }}
      />
    </main>
  );
}
