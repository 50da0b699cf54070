import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { StudioTexts } from "@/components/guide/qr-codes/qr-texts";
import { JsonLd } from "@/components/ui/json-ld";
import { NAVIGATION } from "@/components/site/layout/navigation";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { QrStudio } from "@/components/guide/qr-codes/qr-studio";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment } from "@/lib/geo/states/rules";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/gerar-qrcode";

export const revalidate = 300;

export const generateMetadata = publicMetadata(
  "guide/qr-codes",
  PATH,
  postcardPath("cidade-historica", "gerar-qrcode", "png"),
);

export default async function QrCodePage() {
  const locale = await getLocale();
  const t = await getTranslations("guide/qr-codes");
  const layout = await getTranslations("site/layout.nav");
  const messages = await getMessages();
  const pages = NAVIGATION.filter(({ scope }) => scope !== "required").map(({ key, path }) => ({
    path: localePath(locale, path),
    name: layout(key),
  }));
  const states = STATES.map(({ abbr, name }) => ({ path: localePath(locale, `/${stateSegment(abbr)}/home`), name }));
  return (
    <ContentPage path={PATH} title={t("title")} lead={t("lead")}>
      <StudioTexts value={messages["guide/qr-codes"].studio}>
        <QrStudio siteUrl={siteUrl()} suggestions={[...pages, ...states]} />
      </StudioTexts>
      <JsonLd
        data={{
          "@type": "WebApplication",
          name: t("title"),
          description: t("metaDescription"),
          url: pageUrl(locale, PATH),
          applicationCategory: "UtilitiesApplication",
          operatingSystem: "Any",
          inLanguage: locale,
          offers: { "@type": "Offer", price: 0, priceCurrency: "BRL" },
        }}
      />
    </ContentPage>
  );
}
