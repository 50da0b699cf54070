import { getLocale, getTranslations } from "next-intl/server";
import { ReportChart } from "@/components/commerce/ads/report-chart";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate } from "@/lib/platform/format";
import { fillVoucherDays } from "@/lib/partners/vouchers/rules";
import type { DayFigures } from "@/lib/partners/vouchers/schema";

/** Downloads and redemptions by day of the last 90 days, one bar per day. */
export async function DayCharts({ days }: { days: readonly DayFigures[] }) {
  const [t, locale] = [await getTranslations("partners/vouchers.panel.days"), await getLocale()];
  if (days.length === 0) return <p className="text-muted">{t("empty")}</p>;
  const filled = fillVoucherDays(days, brazilianDay(Date.now()));
  const name = (day: string) => formatDate(day, locale, { day: "numeric", month: "short" });
  const ends = [name(filled[0]!.day), name(filled.at(-1)!.day)] as const;
  return (
    <div className="grid gap-5">
      {(["downloads", "redemptions"] as const).map((kind) => (
        <ReportChart
          key={kind}
          bars={filled.map((day) => ({
            day: day.day,
            count: day[kind],
            label: t("day", { day: name(day.day), downloads: day.downloads, redemptions: day.redemptions }),
          }))}
          title={t(kind)}
          most={t("most", { count: Math.max(...filled.map((day) => day[kind])) })}
          height={kind === "downloads" ? 150 : 90}
          fill={kind === "downloads" ? "fill-primary" : "fill-faixa"}
          ends={ends}
        />
      ))}
    </div>
  );
}
