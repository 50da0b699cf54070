import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { PeriodForm } from "@/components/panel/analytics/period-form";
import { ViewsChart } from "@/components/panel/analytics/views-chart";
import { ViewsTable } from "@/components/panel/analytics/views-table";
import { Button } from "@/components/ui/button";
import { getReport, listSearchMisses } from "@/lib/panel/analytics/queries";
import { growth, readPeriod } from "@/lib/panel/analytics/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDay, formatNumber } from "@/lib/platform/format";
import { LANGUAGE_NAME, type Locale } from "@/lib/platform/i18n/routing";
import { STATES } from "@/lib/geo/states/rules";
import type { SearchParams } from "../load-inbox";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("panel/analytics", "title");

/** Page views by day, page, state and language, compared with the previous period; aggregated counts only. */
export default async function AnalyticsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount("/admin/analytics");
  const t = await getTranslations("panel/analytics");
  const [locale, params] = await Promise.all([getLocale(), searchParams]);
  const period = readPeriod(params, new Date());
  const [report, misses] = await Promise.all([
    getReport(period),
    listSearchMisses(brazilianDay(Date.now()), period.locale),
  ]);
  const grown = growth(report.total, report.previous);
  const query = new URLSearchParams({
    de: period.from,
    ate: period.to,
    ...(period.state && { estado: period.state }),
    ...(period.locale && { idioma: period.locale }),
  });
  const head = [t("views"), t("change")] as const;
  const states = report.states.map((sum) => ({
    ...sum,
    label: STATES.find(({ abbr }) => abbr === sum.key)?.name ?? sum.key,
  }));
  const days = report.days.map(({ day, views, previous }) => ({
    key: day,
    label: formatDay(`${day}T12:00:00Z`, locale),
    views,
    previous,
  }));
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-5 p-4 sm:p-6">
        <header className="flex flex-wrap items-end gap-3">
          <div className="mr-auto">
            <h1 className="display-2">{t("title")}</h1>
            <p className="text-muted">{t("lead")}</p>
          </div>
          <Button asChild variant="outline">
            <a href={`/api/exports/page-views?${query.toString()}`} download>
              {t("export")}
            </a>
          </Button>
        </header>
        <PeriodForm period={period} />
        <section className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
          <p>
            <strong className="font-display text-5xl tabular">{formatNumber(report.total, locale)}</strong>{" "}
            {t("total", { count: report.total })}{" "}
            <span className="text-muted">
              {grown === null
                ? t("noComparison")
                : t("comparison", { percent: grown, previous: formatNumber(report.previous, locale) })}
            </span>
          </p>
          <ViewsChart
            days={report.days}
            names={{ views: t("views"), previous: t("previous") }}
            texts={{ failed: t("chartFailed"), retry: t("chartRetry") }}
            locale={locale}
          />
          <details>
            <summary className="min-h-11 cursor-pointer py-2 text-link underline underline-offset-4">
              {t("asTable")}
            </summary>
            <ViewsTable title={t("days")} head={[t("day"), ...head]} rows={days} locale={locale} empty={t("empty")} />
          </details>
        </section>
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <section className="rounded-xl border border-line bg-surface p-4 sm:p-5">
            <ViewsTable
              title={t("pages")}
              head={[t("page"), ...head]}
              rows={report.pages.map(({ page_path, views, previous }) => ({
                key: page_path,
                label: page_path,
                href: page_path.includes(":") ? undefined : page_path,
                views,
                previous,
              }))}
              locale={locale}
              empty={t("empty")}
            />
          </section>
          <section className="grid gap-6 rounded-xl border border-line bg-surface p-4 sm:p-5">
            <ViewsTable
              title={t("states")}
              head={[t("state"), ...head]}
              rows={states}
              locale={locale}
              empty={t("empty")}
            />
            <ViewsTable
              title={t("sources")}
              head={[t("source"), ...head]}
              rows={report.sources.map((sum) => ({ ...sum, label: sum.key || t("direct") }))}
              locale={locale}
              empty={t("empty")}
            />
            <ViewsTable
              title={t("languages")}
              head={[t("language"), ...head]}
              rows={report.locales.map((sum) => ({ ...sum, label: LANGUAGE_NAME[sum.key as Locale] }))}
              locale={locale}
              empty={t("empty")}
            />
          </section>
        </div>
        <section className="rounded-xl border border-line bg-surface p-4 sm:p-5">
          <ViewsTable
            title={t("misses")}
            head={[t("words"), t("times"), t("lastDay")]}
            rows={misses.map(({ words, times, last_day }) => ({
              key: words,
              label: words,
              views: times,
              note: formatDay(`${last_day}T12:00:00Z`, locale),
            }))}
            locale={locale}
            empty={t("noMisses")}
          />
          <p className="mt-3 text-sm text-muted">{t("missesNote")}</p>
        </section>
      </main>
    </AdminShell>
  );
}
