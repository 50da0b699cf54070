import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { ClosedForm } from "@/components/panel/requests/closed-form";
import { Consent } from "@/components/panel/requests/consent";
import { StatusLookup } from "@/components/panel/requests/status-lookup";
import { TripPanelForm } from "@/components/panel/requests/trip-panel-form";
import { Card } from "@/components/ui/card";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { getSettings } from "@/lib/platform/settings/queries";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/solicitar-painel-viagem";
const STEPS = ["first", "second", "third"] as const;

export const revalidate = 300;

export const generateMetadata = publicMetadata(
  "panel/requests.panel",
  PATH,
  postcardPath("serra", "solicitar-painel-viagem", "png"),
);

export default async function TripPanelPage() {
  const t = await getTranslations("panel/requests.panel");
  const [locale, { "panel/requests": requests }, { feature_trip_panel_requests: isOpen }] = await Promise.all([
    getLocale(),
    getMessages(),
    getSettings(),
  ]);
  const { panel, form, done, status, validation } = requests;
  return (
    <ContentPage path={PATH} title={t("title")} lead={isOpen && t("lead")}>
      <div className="grid items-start gap-8 lg:grid-cols-[1.7fr_1fr]">
        <div>
          {isOpen ? (
            <TripPanelForm texts={{ panel, form, done, validation }} consent={<Consent />} locale={locale} />
          ) : (
            <ClosedForm what="panel" />
          )}
        </div>
        <div className="grid gap-6">
          {isOpen && (
            <Card>
              <h2 className="text-2xl">{t("how.title")}</h2>
              <ol className="mt-3 grid list-decimal gap-2 pl-5 marker:text-faixa-text">
                {STEPS.map((step) => (
                  <li key={step}>{t(`how.${step}`)}</li>
                ))}
              </ol>
            </Card>
          )}
          <StatusLookup texts={{ status, validation }} locale={locale} />
        </div>
      </div>
      <JsonLd
        data={{
          "@type": "Service",
          name: t("title"),
          description: t("metaDescription"),
          url: pageUrl(locale, PATH),
          areaServed: "BR",
          provider: { "@type": "Organization", name: "Portal LACAMBECHE", url: siteUrl() },
        }}
      />
    </ContentPage>
  );
}
