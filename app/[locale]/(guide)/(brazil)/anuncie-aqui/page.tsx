import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MediaKit } from "@/components/commerce/leads/media-kit";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { listAdPlans, placementAudience } from "@/lib/commerce/ads/queries";
import { countPublished, listFaqs } from "@/lib/guide/pages/queries";
import { getSettings } from "@/lib/platform/settings/queries";

const PATH = "/anuncie-aqui";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("guide/pages.advertise");
  return textMetadata("guide/pages.advertise", PATH, postcardPath("serra", "anuncie-aqui", "png"), {
    state: t("country"),
  });
}

export default async function AdvertisePage() {
  const [counts, faqs, settings, plans, audience] = await Promise.all([
    countPublished(),
    listFaqs("anunciante"),
    getSettings(),
    listAdPlans(),
    placementAudience(),
  ]);
  return <MediaKit state={null} counts={counts} faqs={faqs} settings={settings} plans={plans} audience={audience} />;
}
