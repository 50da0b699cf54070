import { getFormatter, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import type { Consumption, Segment } from "@/lib/garage/statistics/rules";
import { CHART_FROM, CHART_MOST, ValueChart } from "./value-chart";

type Props = { segments: readonly Segment[]; byFuel: readonly Consumption[] };

const UNITS: Partial<Record<Consumption["fuel"], "gas" | "electric">> = { cng: "gas", electric: "electric" };

/** Consumption by fuel, and tank by tank as a line. */
export async function ConsumptionCard({ segments, byFuel }: Props) {
  const [t, format] = [await getTranslations("garage/statistics"), await getFormatter()];
  const decimal = (value: number) => format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const day = (text: string) => format.dateTime(new Date(text), { dateStyle: "short", timeZone: "UTC" });
  const drawn = segments.filter(({ fuel }) => !UNITS[fuel]).slice(-CHART_MOST);
  const values = drawn.map(({ kmPerLitre }) => kmPerLitre);
  return (
    <Card className="grid content-start gap-4">
      <CardTitle>{t("consumption.title")}</CardTitle>
      {byFuel.length === 0 ? (
        <p>{t("consumption.none")}</p>
      ) : (
        <>
          <dl className="grid gap-3">
            {byFuel.map(({ fuel, km, kmPerLitre }) => (
              <div key={fuel} className="flex flex-wrap items-baseline justify-between gap-x-3">
                <dt>{t(`fuels.${fuel}`)}</dt>
                <dd className="font-display text-3xl tabular-nums">
                  {t(`consumption.${UNITS[fuel] ?? "value"}`, { value: decimal(kmPerLitre) })}
                </dd>
                <dd className="w-full text-sm text-muted">
                  {t("consumption.km", { km: format.number(Math.round(km)) })}
                </dd>
              </div>
            ))}
          </dl>
          {drawn.length >= CHART_FROM && (
            <ValueChart
              values={values}
              label={t("consumption.chart", {
                from: day(drawn[0]!.until),
                until: day(drawn.at(-1)!.until),
                low: decimal(Math.min(...values)),
                high: decimal(Math.max(...values)),
              })}
            />
          )}
        </>
      )}
      <p className="text-sm text-muted">{t("consumption.lead")}</p>
      {segments.some(({ isEstimated }) => isEstimated) && (
        <p className="text-sm text-muted">{t("consumption.estimated")}</p>
      )}
    </Card>
  );
}
