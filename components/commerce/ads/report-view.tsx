import { Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { PrintButton } from "@/components/guide/pages/print-button";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { clickRate, fillDays } from "@/lib/commerce/ads/rules";
import type { AdReport } from "@/lib/commerce/ads/schema";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate, formatNumber, formatPercent } from "@/lib/platform/format";
import { STATES } from "@/lib/geo/states/rules";
import { ReportChart } from "./report-chart";

const MAX_DAYS = 90;

type Share = AdReport["byState"][number];

/** Statistics of a banner: totals, days, placements and states. */
export async function ReportView({ report, csv }: { report: AdReport; csv: string }) {
  const t = await getTranslations("commerce/ads.report");
  const place = await getTranslations("commerce/ads.place");
  const locale = await getLocale();
  const dayName = (day: string) => formatDate(day, locale, { day: "numeric", month: "short" });
  const total = report.days.reduce(
    (sum, day) => ({ impressions: sum.impressions + day.impressions, clicks: sum.clicks + day.clicks }),
    { impressions: 0, clicks: 0 },
  );
  const rate = (counts: { impressions: number; clicks: number }) => {
    const found = clickRate(counts);
    return found === null ? "–" : formatPercent(found, locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  };
  if (total.impressions + total.clicks === 0)
    return <p className="rounded-2xl border-2 border-dashed border-line p-6 text-muted">{t("empty")}</p>;
  const from = brazilianDay(Date.parse(report.startsAt));
  const today = brazilianDay(Date.now());
  const end = brazilianDay(Date.parse(report.endsAt) - 1);
  const days = fillDays(
    report.days,
    [from, report.days[0]?.day ?? from].toSorted()[0]!,
    [today < end ? today : end, report.days.at(-1)?.day ?? end].toSorted()[1]!,
    MAX_DAYS,
  );
  const share = {
    rate,
    count: (value: number) => formatNumber(value, locale),
    impressions: t("impressions"),
    clicks: t("clicks"),
    ctr: t("ctr"),
  };
  return (
    <section aria-labelledby="resultado" className="grid gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <h2 id="resultado" className="display-2 mr-auto max-sm:w-full">
          {t("result")}
        </h2>
        <Button asChild variant="outline" data-print="hide">
          <a href={csv} download>
            <Icon of={Download} /> {t("csv")}
          </a>
        </Button>
        <PrintButton label={t("print")} />
      </div>
      <dl className="grid grid-cols-3 divide-x-2 divide-line rounded-2xl border-2 border-line bg-surface py-4">
        {[
          [t("impressions"), formatNumber(total.impressions, locale)],
          [t("clicks"), formatNumber(total.clicks, locale)],
          [t("ctr"), rate(total)],
        ].map(([name, value]) => (
          <div key={name} className="px-3 sm:px-6">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-3xl tabular sm:text-5xl">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-5">
        {(["impressions", "clicks"] as const).map((kind) => (
          <ReportChart
            key={kind}
            bars={days.map((day) => ({
              day: day.day,
              count: day[kind],
              label: t("day", { day: dayName(day.day), impressions: day.impressions, clicks: day.clicks }),
            }))}
            title={t(kind === "impressions" ? "impressionsPerDay" : "clicksPerDay")}
            most={t("most", { count: Math.max(...days.map((day) => day[kind])) })}
            height={kind === "impressions" ? 170 : 70}
            fill={kind === "impressions" ? "fill-primary" : "fill-faixa"}
            ends={kind === "clicks" ? [dayName(days[0]!.day), dayName(days.at(-1)!.day)] : undefined}
          />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Shares
          title={t("byPlacement")}
          rows={report.byPlacement}
          nameOf={(key) => PLACEMENTS.flatMap((known) => (known === key ? place(known) : []))[0] ?? "–"}
          share={{ ...share, name: t("place") }}
        />
        <Shares
          title={t("byState")}
          rows={report.byState}
          nameOf={(abbr) => STATES.find((state) => state.abbr === abbr)?.name ?? t("wholeCountry")}
          share={{ ...share, name: t("state") }}
        />
      </div>
      <p className="text-sm text-muted">{t("how")}</p>
    </section>
  );
}

type ShareTexts = {
  rate: (counts: Share) => string;
  count: (value: number) => string;
  impressions: string;
  clicks: string;
  ctr: string;
  name: string;
};

function Shares({
  title,
  rows,
  nameOf,
  share,
}: {
  title: string;
  rows: readonly Share[];
  nameOf: (name: string | null) => string;
  share: ShareTexts;
}) {
  return (
    <table className="w-full self-start text-left">
      <caption className="mb-2 text-left font-display text-2xl">{title}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-1 font-normal">
            {share.name}
          </th>
          {[share.impressions, share.clicks, share.ctr].map((name) => (
            <th key={name} scope="col" className="py-1 pl-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular">
        {rows.map((row) => (
          <tr key={row.name ?? ""} className="border-t border-line">
            <th scope="row" className="py-2 font-normal">
              {nameOf(row.name)}
            </th>
            <td className="pl-3 text-right">{share.count(row.impressions)}</td>
            <td className="pl-3 text-right">{share.count(row.clicks)}</td>
            <td className="pl-3 text-right">{share.rate(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
