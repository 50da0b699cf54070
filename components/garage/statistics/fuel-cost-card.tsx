import { getFormatter, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { fuelCentsPerKm, type fuelPrices, type Segment } from "@/lib/garage/statistics/rules";
import { CHART_FROM, CHART_MOST, ValueChart } from "./value-chart";

type Props = { segments: readonly Segment[]; prices: ReturnType<typeof fuelPrices> };

/** What the fuel of a kilometre costs from full tank to full tank, and how price and cost changed. */
export async function FuelCostCard({ segments, prices }: Props) {
  const [t, format] = [await getTranslations("garage/statistics.fuelCost"), await getFormatter()];
  const money = (cents: number) =>
    format.number(cents / 100, { style: "currency", currency: "BRL", maximumFractionDigits: 2 });
  const day = (text: string) => format.dateTime(new Date(text), { dateStyle: "short", timeZone: "UTC" });
  const perKm = fuelCentsPerKm(segments);
  const costs = segments.flatMap(({ until, cents, km }) => (cents === null ? [] : [{ on: until, cents: cents / km }]));
  const charts = [
    { name: "price", points: prices.map(({ on_date, centsPerLitre }) => ({ on: on_date, cents: centsPerLitre })) },
    { name: "cost", points: costs },
  ] as const;
  return (
    <Card className="grid content-start gap-4">
      <CardTitle>{t("title")}</CardTitle>
      <p className="font-display text-3xl tabular-nums">
        {perKm === null ? t("none") : t("perKm", { amount: money(perKm) })}
      </p>
      <p className="text-sm text-muted">{t("lead")}</p>
      {charts
        .filter(({ points }) => points.length >= CHART_FROM)
        .map(({ name, points }) => {
          const shown = points.slice(-CHART_MOST);
          const cents = shown.map((point) => point.cents);
          const label = t(name, {
            from: day(shown[0]!.on),
            until: day(shown.at(-1)!.on),
            low: money(Math.min(...cents)),
            high: money(Math.max(...cents)),
          });
          return (
            <figure key={name} className="grid gap-1">
              <ValueChart values={cents} label={label} />
              <figcaption className="text-sm text-muted">{label}</figcaption>
            </figure>
          );
        })}
    </Card>
  );
}
