import { getFormatter, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import type { Costs } from "@/lib/garage/statistics/rules";
import { BarRows } from "./bar-rows";

/** What a car costs: in total, per kilometre, by kind and by year. */
export async function CostsCards({ costs }: { costs: Costs }) {
  const [t, format] = [await getTranslations("garage/statistics"), await getFormatter()];
  const money = (cents: number) => format.number(cents / 100, { style: "currency", currency: "BRL" });
  const perKm = (cents: number, km: number) => (km > 0 ? money(cents / km) : "–");
  const nameOf = (kind: string) => t(`kinds.${kind as "other"}`);
  return (
    <>
      <Card className="grid content-start gap-4">
        <CardTitle>{t("costs.title")}</CardTitle>
        <dl className="grid grid-cols-2 gap-4">
          <div>
            <dt className="text-muted">{t("costs.total")}</dt>
            <dd className="font-display text-3xl tabular-nums">{money(costs.totalCents)}</dd>
          </div>
          <div>
            <dt className="text-muted">{t("costs.perKm")}</dt>
            <dd className="font-display text-3xl tabular-nums">
              {costs.centsPerKm === null ? t("costs.perKmNone") : money(costs.centsPerKm)}
            </dd>
          </div>
        </dl>
        {costs.isEstimated && <p className="text-sm text-muted">{t("consumption.estimated")}</p>}
      </Card>
      <Card className="grid content-start gap-4">
        <CardTitle>{t("costs.kinds")}</CardTitle>
        <BarRows
          rows={costs.byKind.map(({ kind, cents }) => ({
            key: kind,
            label: nameOf(kind),
            value: cents,
            text: money(cents),
          }))}
        />
      </Card>
      <Card className="grid content-start gap-4 lg:col-span-2">
        <CardTitle>{t("costs.years")}</CardTitle>
        <BarRows
          rows={costs.years.map(({ year, cents }) => ({
            key: String(year),
            label: String(year),
            value: cents,
            text: money(cents),
          }))}
        />
        <div className="overflow-x-auto">
          <table className="w-full text-left tabular-nums">
            <thead className="text-muted">
              <tr>
                {(["year", "km", "cost", "perKm"] as const).map((name) => (
                  <th key={name} scope="col" className="py-1 pr-3 font-normal">
                    {t(`costs.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {costs.years.map(({ year, cents, km }) => (
                <tr key={year} className="border-t border-line">
                  <th scope="row" className="py-2 pr-3 font-normal">
                    {year}
                  </th>
                  <td className="pr-3">{format.number(Math.round(km))}</td>
                  <td className="pr-3">{money(cents)}</td>
                  <td>{perKm(cents, km)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </>
  );
}
