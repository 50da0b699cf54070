import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { ReviewTexts } from "@/components/guide/reviews/review-texts";
import { APP_VERSION } from "@/components/site/layout/site-footer";
import { JsonLd } from "@/components/ui/json-ld";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { ClosedForm } from "@/components/panel/requests/closed-form";
import { ReviewForm } from "@/components/guide/reviews/review-form";
import { Card } from "@/components/ui/card";
import { pageUrl } from "@/lib/platform/site-url";
import { getSettings } from "@/lib/platform/settings/queries";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/enviar-avaliacao";

export const revalidate = 300;

export const generateMetadata = publicMetadata(
  "panel/requests.review",
  PATH,
  postcardPath("litoral", "enviar-avaliacao", "png"),
);

export default async function SendReviewPage() {
  const t = await getTranslations("panel/requests.review");
  const [locale, { "panel/requests": requests }, { contact_email, feature_reviews: isOpen }] = await Promise.all([
    getLocale(),
    getMessages(),
    getSettings(),
  ]);
  const { review, form, validation } = requests;
  const home = pageUrl(locale, "/home");
  return (
    <ContentPage path={PATH} title={t("title")} lead={isOpen && t("lead")}>
      {isOpen ? (
        <Card className="max-w-3xl">
          <ReviewTexts value={{ review, form }}>
            <FormTexts value={validation}>
              <ReviewForm
                appVersion={APP_VERSION}
                contactHref={contact_email && `mailto:${contact_email}`}
                sharePath={whatsappShare(`${t("shareText")} ${home}`)}
              />
            </FormTexts>
          </ReviewTexts>
        </Card>
      ) : (
        <ClosedForm what="review" />
      )}
      <JsonLd
        data={{
          "@type": "WebPage",
          name: t("title"),
          description: t("metaDescription"),
          url: pageUrl(locale, PATH),
          inLanguage: locale,
        }}
      />
    </ContentPage>
  );
}
