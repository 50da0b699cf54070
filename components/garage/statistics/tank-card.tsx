import { getFormatter, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { ageOf, TANK_SOURCES, type Tank } from "@/lib/garage/statistics/tank/rules";

/** "Guardião E30": what the tank holds, how long it has been there, and advice with its sources. */
export async function TankCard({ tank }: { tank: Tank }) {
  const [t, format] = [await getTranslations("garage/statistics.tank"), await getFormatter()];
  const { low, high } = tank.share;
  const percent = (value: number) => format.number(value, { maximumFractionDigits: 0 });
  const isKnown = high - low < 1;
  const isUseful = high - low < 60;
  const age = ageOf(tank);
  return (
    <Card className="grid content-start gap-3">
      <CardTitle>{t("title")}</CardTitle>
      <p className="font-display text-2xl">
        {isKnown
          ? t("exactly", { low: percent(low) })
          : isUseful
            ? t("between", { low: percent(low), high: percent(high) })
            : t("unknown")}
      </p>
      <p>
        {t("filled", {
          date: format.dateTime(new Date(tank.filledOn), { dateStyle: "long", timeZone: "UTC" }),
          days: tank.days,
        })}{" "}
        <strong className={age === "old" ? "text-danger" : undefined}>{t(`ages.${age}`)}</strong>
      </p>
      <p className="text-muted">{t("e30")}</p>
      <p className="text-muted">{t("storage")}</p>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer">{t("sources")}</summary>
        <ul className="mt-2 grid gap-2 break-words">
          {TANK_SOURCES.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="noreferrer" className="text-link underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
