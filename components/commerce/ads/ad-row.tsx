import { ImageOff } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { ListedAd } from "@/lib/commerce/ads/queries";
import { AD_SIZE, clickRate, lastDayOf, renewalDue, stateOfAd } from "@/lib/commerce/ads/rules";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { linkPath } from "@/lib/platform/links/rules";
import { formatDay, formatNumber, formatPercent } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { AdButtons } from "./ad-buttons";
import { LINK_PLACEHOLDER } from "./link-placeholder";
import { panelPath } from "@/lib/platform/paths";
import { pageUrl } from "@/lib/platform/site-url";

/** One banner of the list: preview, placement, end date, statistics and actions. */
export async function AdRow({ ad }: { ad: ListedAd }) {
  const t = await getTranslations("commerce/ads.admin");
  const place = await getTranslations("commerce/ads.place");
  const statuses = await getTranslations("commerce/ads.status");
  const locale = await getLocale();
  const status = stateOfAd(ad.status, ad.ends_at, Date.now());
  const renewal = renewalDue(ad.status, ad.ends_at, Date.now());
  const rate = clickRate(ad);
  const places =
    ad.placements.length === 0
      ? t("everywhere")
      : PLACEMENTS.filter((key) => ad.placements.includes(key))
          .map((key) => place(key))
          .join(", ");
  const site = pageUrl(locale, "/").replace(/\/$/, "");
  const report = ad.link_token && site + linkPath("report", ad.link_token);
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-surface p-4 lg:grid-cols-[16rem_1fr_auto]">
      {ad.image_desktop ? (
        <img
          src={ad.image_desktop}
          alt={ad.alt}
          {...AD_SIZE.desktop}
          loading="lazy"
          className="h-auto w-full rounded-lg border border-line"
        />
      ) : (
        <p className="grid aspect-[4/1] place-items-center rounded-lg border-2 border-dashed border-line text-sm text-muted">
          <span className="inline-flex items-center gap-2">
            <Icon of={ImageOff} className="size-5" /> {t("noArt")}
          </span>
        </p>
      )}
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
          <Link
            href={localePath(locale, panelPath("ads", ad.id))}
            className="underline-offset-4 wrap-anywhere hover:underline"
          >
            {ad.advertiser}
          </Link>
          <span className="rounded-md border border-line px-2 py-0.5 font-sans text-sm">{statuses(status)}</span>
        </h2>
        <p className="mt-1 text-sm text-muted">
          {[
            t("period", { from: formatDay(ad.starts_at, locale), to: formatDay(lastDayOf(ad.ends_at), locale) }),
            ad.states.length > 0
              ? ad.states.join(", ")
              : ad.states_limit
                ? t("statesMissing", { count: ad.states_limit })
                : t("wholeCountry"),
            places,
            t("weight", { weight: ad.weight }),
            ad.sale && t("sale", { number: ad.sale.number }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {ad.reason && (
          <p className="mt-1 text-sm">
            {t("reason", { reason: ad.reason === "payment_disputed" ? t("refused.payment_disputed") : ad.reason })}
          </p>
        )}
        {renewal !== null && <p className="mt-1 font-semibold text-faixa-text">{t("renewal", { days: renewal })}</p>}
        <AdButtons
          id={ad.id}
          status={status}
          report={report}
          site={site}
          message={t(renewal === null ? "message" : "renewalMessage", {
            name: ad.sale?.client_contact_name ?? ad.advertiser,
            days: renewal ?? 0,
            url: LINK_PLACEHOLDER,
          })}
          phone={ad.sale?.client_phone ?? ""}
        />
      </div>
      <dl className="flex gap-6 tabular lg:grid lg:content-start lg:gap-1 lg:text-right">
        {[
          [t("impressions"), formatNumber(ad.impressions, locale)],
          [t("clicks"), formatNumber(ad.clicks, locale)],
          [t("ctr"), rate === null ? "–" : formatPercent(rate, locale, { maximumFractionDigits: 2 })],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-xl">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
