import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { DayCharts } from "@/components/partners/vouchers/day-charts";
import { ReportTable } from "@/components/partners/vouchers/report-table";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getReport } from "@/lib/partners/vouchers/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("partners/vouchers.report", "title", { referrer: "no-referrer" });

/** Figures of the vouchers of a place for the holder of a private link, without an account and without personal data. The middleware answers 410 for a link that has ended. */
export default async function VoucherReportPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("voucherReport", await callerAddress());
  const report = await getReport((await params).token);
  if (!report) notFound();
  const [t, locale] = [await getTranslations("partners/vouchers.report"), await getLocale()];
  return (
    <main id="conteudo" className="page grid max-w-5xl content-start gap-6 py-8">
      {report.state === "open" ? (
        <>
          <header className="grid gap-1">
            <p className="text-muted">{t("title")}</p>
            <h1 className="display-1 wrap-anywhere">{report.place}</h1>
            <p className="text-muted">{t("until", { date: formatDay(report.expiresAt, locale, "long") })}</p>
          </header>
          <DayCharts days={report.days} />
          <ReportTable vouchers={report.vouchers} />
        </>
      ) : (
        <>
          <h1 className="display-1">{t("title")}</h1>
          <p className="text-lg">{t(`ended.${report.state}`)}</p>
          <p className="text-lg text-muted">{t("ended.ask")}</p>
        </>
      )}
    </main>
  );
}
