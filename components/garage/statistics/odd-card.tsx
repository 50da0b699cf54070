import { getFormatter, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import type { Reading, Segment } from "@/lib/garage/statistics/rules";

type Props = { readings: readonly Reading[]; segments: readonly Segment[] };

/** Readings and consumptions that count nowhere because they cannot be right. */
export async function OddCard({ readings, segments }: Props) {
  const [t, format] = [await getTranslations("garage/statistics.odd"), await getFormatter()];
  if (readings.length + segments.length === 0) return null;
  const day = (text: string) => format.dateTime(new Date(text), { dateStyle: "short", timeZone: "UTC" });
  return (
    <Card className="grid content-start gap-3 border-faixa lg:col-span-2">
      <CardTitle>{t("title")}</CardTitle>
      <p>{t("lead")}</p>
      <ul className="grid gap-1">
        {readings.map(({ id, on_date, km }) => (
          <li key={id}>{t("reading", { day: day(on_date), km: format.number(km ?? 0) })}</li>
        ))}
        {segments.map(({ entry, until, kmPerLitre, km, litres }) => (
          <li key={entry}>
            {t("segment", {
              day: day(until),
              value: format.number(kmPerLitre, { maximumFractionDigits: 1 }),
              km: format.number(km),
              litres: format.number(litres),
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
