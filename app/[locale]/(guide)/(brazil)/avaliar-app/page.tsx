import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { Stars } from "@/components/guide/reviews/stars";
import { Button } from "@/components/ui/button";
import { SignPlate } from "@/components/ui/sign-plate";
import { pageUrl } from "@/lib/platform/site-url";
import { localePath } from "@/lib/platform/i18n/routing";
import { getAppRating, listAppReviews } from "@/lib/guide/reviews/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { formatDay, formatNumber } from "@/lib/platform/format";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/avaliar-app";

export const revalidate = 300;

export const generateMetadata = publicMetadata("guide/pages.rate", PATH, postcardPath("litoral", "avaliar-app", "png"));

export default async function RatePage() {
  const t = await getTranslations("guide/pages.rate");
  const [locale, rating, reviews, { feature_reviews: isOpen }] = await Promise.all([
    getLocale(),
    getAppRating(),
    listAppReviews(),
    getSettings(),
  ]);
  const to = (path: string) => localePath(locale, path);
  const url = pageUrl(locale, "/home");
  const decimal = (value: number) =>
    formatNumber(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <ContentPage path={PATH} title={t("title")} lead={t("lead")}>
      <SignPlate as="section" kind="warning" className="flex flex-wrap items-center justify-between gap-6 p-8">
        <div>
          {rating ? (
            <p className="flex items-end gap-4">
              <span className="tabular font-display text-7xl leading-none">{decimal(rating.average)}</span>
              <span>
                <Stars
                  rating={rating.average}
                  label={t("stars", { rating: decimal(rating.average) })}
                  className="text-2xl text-inherit [&_span]:text-inherit"
                />
                <span className="block">{t("total", { count: rating.total })}</span>
              </span>
            </p>
          ) : (
            <p className="max-w-md text-xl">{t("none")}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {isOpen && (
            <Button asChild>
              <Link href={to("/enviar-avaliacao")}>{t("action")}</Link>
            </Button>
          )}
          <Button asChild variant="outline">
            <a href={whatsappShare(`${t("shareText")} ${url}`)} target="_blank" rel="noopener">
              {t("share")}
            </a>
          </Button>
        </div>
      </SignPlate>
      <section className="mt-10">
        <h2 className="display-2">{t("quotes")}</h2>
        {reviews.length === 0 && <p className="mt-2 text-muted">{t("noQuotes")}</p>}
        <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {reviews.map((review) => (
            <li key={review.id} className="rounded-2xl border-2 border-line bg-surface p-5">
              <Stars rating={review.rating} label={t("stars", { rating: String(review.rating) })} className="text-xl" />
              <blockquote className="mt-2 whitespace-pre-line">{review.text}</blockquote>
              <p className="mt-2 text-sm text-muted">{`${review.name || t("anonymous")} · ${formatDay(review.created_at, locale, "long")}`}</p>
              {review.reply && (
                <p className="mt-3 border-l-4 border-faixa pl-3">
                  <strong>{t("reply")}</strong> {review.reply}
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="mt-10 max-w-2xl">
        <h2 className="display-2">{t("versionTitle")}</h2>
        <p className="mt-2">{t("version")}</p>
      </section>
      <JsonLd
        data={{
          "@type": "WebApplication",
          name: "Portal LACAMBECHE",
          url,
          applicationCategory: "TravelApplication",
          operatingSystem: "Any",
          offers: { "@type": "Offer", price: 0, priceCurrency: "BRL" },
          aggregateRating: rating
            ? { "@type": "AggregateRating", ratingValue: rating.average, ratingCount: rating.total, bestRating: 5 }
            : undefined,
        }}
      />
    </ContentPage>
  );
}
