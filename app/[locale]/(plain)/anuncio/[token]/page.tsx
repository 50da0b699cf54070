import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdPreview } from "@/components/commerce/ads/ad-preview";
import { ArtForm } from "@/components/commerce/ads/art-form";
import { ReportView } from "@/components/commerce/ads/report-view";
import { getAdReport } from "@/lib/commerce/ads/queries";
import { lastDayOf, renewalDue, stateOfAd } from "@/lib/commerce/ads/rules";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { signedPath } from "@/lib/platform/signed-path";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { EDITABLE_AD_STATUSES } from "@/lib/platform/supabase/database-constants/commerce";

export const dynamic = "force-dynamic";

const OPEN: readonly string[] = EDITABLE_AD_STATUSES;
const COUNTED: readonly string[] = ["approved", "paused", "ended", "stopped"];

export const generateMetadata = unlistedMetadata("commerce/ads.report", "title", { referrer: "no-referrer" });

/** The advertiser's page, reached by link: statistics of the banner, or the upload form for its art. */
export default async function AdReportPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("adReport", await callerAddress());
  const { token } = await params;
  const report = await getAdReport(token);
  if (!report) notFound();
  const t = await getTranslations("commerce/ads.report");
  const statuses = await getTranslations("commerce/ads.status");
  const [locale, { "commerce/ads": ads }] = await Promise.all([getLocale(), getMessages()]);
  const now = Date.now();
  const status = stateOfAd(report.status, report.endsAt, now);
  const renewal = renewalDue(report.status, report.endsAt, now);
  const period = {
    from: formatDay(report.startsAt, locale, "long"),
    to: formatDay(lastDayOf(report.endsAt), locale, "long"),
  };
  return (
    <main id="conteudo" className="page grid max-w-5xl content-start gap-8 py-8">
      <header className="grid gap-2">
        <p className="text-muted">{t("title")}</p>
        <h1 className="display-1 wrap-anywhere">{report.advertiser}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <strong className="rounded-md border-2 border-line bg-surface px-2 py-0.5">{statuses(status)}</strong>
          <span className="text-muted">{t("period", period)}</span>
          {report.saleNumber !== null && (
            <span className="text-muted">{t("contract", { number: report.saleNumber, plan: report.plan ?? "" })}</span>
          )}
        </p>
        {report.reason && (
          <p className="mt-2 border-l-4 border-faixa pl-3">
            {t("reason", {
              reason: status === "stopped" || report.reason === "payment_disputed" ? statuses(status) : report.reason,
            })}
          </p>
        )}
        <p className="max-w-3xl text-lg">{t(`next.${status}`)}</p>
      </header>
      {renewal !== null && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-2xl border-2 border-faixa p-5 text-lg"
          data-print="hide"
        >
          <span className="mr-auto">{t("renewal", { days: renewal })}</span>
          <a
            href={localePath(locale, "/anuncie-aqui#quero-anunciar")}
            className="font-display text-xl text-faixa-text underline underline-offset-4"
          >
            {t("renew")}
          </a>
        </p>
      )}
      {COUNTED.includes(status) && <ReportView report={report} csv={`/api/ad-report/${token}?idioma=${locale}`} />}
      {report.imageDesktop && report.imageMobile && (
        <AdPreview
          title={t("art")}
          desktop={signedPath(report.imageDesktop)}
          mobile={signedPath(report.imageMobile)}
          alt={report.alt}
          link={report.linkUrl}
        />
      )}
      {OPEN.includes(status) && (
        <ArtForm
          texts={ads.art}
          token={token}
          alt={report.alt}
          link={report.linkUrl ?? ""}
          hasArt={report.imageDesktop !== null}
          statesLimit={report.statesLimit}
          states={report.states}
        />
      )}
    </main>
  );
}
