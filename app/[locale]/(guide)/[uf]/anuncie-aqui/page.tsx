import type { Metadata } from "next";
import { MediaKit } from "@/components/commerce/leads/media-kit";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { listAdPlans, placementAudience } from "@/lib/commerce/ads/queries";
import { countPublished, listFaqs } from "@/lib/guide/pages/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import { stateOf, stateOfPage } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf } = await params;
  const state = stateOf(uf);
  return textMetadata("guide/pages.advertise", `/${uf}/anuncie-aqui`, postcardPath("serra", `anuncie-${uf}`, "png"), {
    state: state.name,
  });
}

export default async function AdvertiseInStatePage({ params }: Props) {
  const state = await stateOfPage(params);
  const [counts, faqs, settings, plans, audience] = await Promise.all([
    countPublished(state.abbr),
    listFaqs("anunciante"),
    getSettings(),
    listAdPlans(),
    placementAudience(),
  ]);
  return <MediaKit state={state} counts={counts} faqs={faqs} settings={settings} plans={plans} audience={audience} />;
}
