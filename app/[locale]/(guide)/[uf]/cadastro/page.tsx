import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { mapLabels } from "@/components/geo/map/labels";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { ClosedForm } from "@/components/panel/requests/closed-form";
import { Consent } from "@/components/panel/requests/consent";
import { PlaceForm } from "@/components/panel/requests/place-form";
import { StatusLookup } from "@/components/panel/requests/status-lookup";
import { planChoices } from "@/components/partners/service-plans/plan-choices";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { listPlacePlans } from "@/lib/partners/service-plans/queries";
import { listCategories } from "@/lib/guide/services/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import { stateOf } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf } = await params;
  const state = stateOf(uf);
  return textMetadata(
    "panel/requests.place",
    `/${uf}/cadastro`,
    postcardPath("cidade-historica", `cadastro-${uf}`, "png"),
    { state: state.name },
  );
}

export default async function RegisterPlacePage({ params }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  const path = `/${uf}/cadastro`;
  const t = await getTranslations("panel/requests.place");
  const map = await getTranslations("geo/map");
  const [
    locale,
    { "panel/requests": requests, "guide/services": services },
    categories,
    { feature_place_requests: isOpen },
    plans,
  ] = await Promise.all([getLocale(), getMessages(), listCategories(), getSettings(), listPlacePlans()]);
  const { place, form, done, status, validation } = requests;
  const label = (key: string) => map(key as Parameters<typeof map>[0]);
  return (
    <ContentPage
      path={path}
      title={t("title", { state: state.name })}
      crumb={t("crumb")}
      lead={isOpen && t("lead")}
      state={state}
    >
      <div className="grid items-start gap-8 lg:grid-cols-[1.7fr_1fr]">
        <div>
          {isOpen ? (
            <PlaceForm
              uf={uf}
              state={state}
              locale={locale}
              texts={{ place, form, done, validation, attributes: services.attribute, map: mapLabels(label) }}
              consent={<Consent />}
              plans={await planChoices(plans)}
              categories={categories.map((row) => ({ value: row.key, label: translated(row, "name", locale).text }))}
            />
          ) : (
            <ClosedForm what="place" />
          )}
        </div>
        <StatusLookup texts={{ status, validation }} locale={locale} />
      </div>
      <JsonLd
        data={{
          "@type": "WebPage",
          name: t("title", { state: state.name }),
          description: t("metaDescription", { state: state.name }),
          url: pageUrl(locale, path),
          inLanguage: locale,
        }}
      />
    </ContentPage>
  );
}
