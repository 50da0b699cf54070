import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { formatDate, formatNumber } from "@/lib/platform/format";
import { saleFilePath } from "@/lib/garage/sharing/sale/rules";
import type { OpenSale } from "@/lib/garage/sharing/sale/schema";
import type { Consumption } from "@/lib/garage/statistics/rules";
import { formatPlate, isKmEstimated } from "@/lib/garage/vehicles/rules";
import { SaleDocuments, SaleParts } from "./sale-papers";
import { SaleServices } from "./sale-services";

type Props = { sale: OpenSale; token: string; name: string; consumption: readonly Consumption[] };

/** What a possible buyer sees of a car. */
export async function SaleView({ sale, token, name, consumption }: Props) {
  const { photo_id: photo } = sale.vehicle;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {photo && (
        <img
          src={saleFilePath(token, photo)}
          alt={name}
          width={960}
          height={720}
          className="w-full rounded-2xl border-2 border-line object-cover lg:col-span-2"
        />
      )}
      <SaleFacts sale={sale} />
      <SaleConsumption consumption={consumption} />
      <div className="lg:col-span-2">
        <SaleServices sale={sale} token={token} />
      </div>
      <SaleParts parts={sale.parts} />
      {sale.shows.includes("documents") && <SaleDocuments documents={sale.documents} token={token} />}
    </div>
  );
}

async function SaleFacts({ sale: { vehicle, plate, replacements } }: Pick<Props, "sale">) {
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  const km = vehicle.odometer_km;
  const number = (value: number) => formatNumber(value, locale);
  const kmText =
    km === null ? t("kmUnknown") : t(isKmEstimated(vehicle) ? "kmEstimated" : "kmValue", { km: number(km) });
  const rows: [string, string][] = [
    [t("km"), kmText],
    [t("color"), vehicle.color],
    [t("engine"), vehicle.engine],
    [t("fuels"), vehicle.fuels.map((fuel) => t(`fuelNames.${fuel}`)).join(", ")],
    [t("plate"), plate ? formatPlate(plate) : ""],
  ];
  const isReplaced = vehicle.odometer_state === "replaced" && replacements.length === 0;
  return (
    <Card>
      <CardTitle className="mb-3">{t("facts")}</CardTitle>
      <FactList rows={rows.filter(([, value]) => value)} />
      <ul className="mt-3 grid gap-1 font-semibold empty:hidden">
        {vehicle.odometer_state === "broken" && <li>{t("odometer.broken")}</li>}
        {isReplaced && <li>{t("odometer.replaced")}</li>}
        {replacements.map(({ on_date: day, reading_km: reading, km: total }) => (
          <li key={day}>
            {reading === null || total === null
              ? t("odometer.replacedOnUnread", { date: formatDate(day, locale) })
              : t("odometer.replacedOn", {
                  date: formatDate(day, locale),
                  reading: number(reading),
                  km: number(total),
                })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const UNITS: Partial<Record<Consumption["fuel"], "perCubicMetre" | "perKwh">> = {
  cng: "perCubicMetre",
  electric: "perKwh",
};

async function SaleConsumption({ consumption }: Pick<Props, "consumption">) {
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  const decimal = (value: number) =>
    formatNumber(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Card>
      <CardTitle className="mb-3">{t("consumption")}</CardTitle>
      {consumption.length === 0 ? (
        <p className="text-muted">{t("noConsumption")}</p>
      ) : (
        <FactList
          rows={consumption.map(({ fuel, km, kmPerLitre }) => [
            t(`fuelNames.${fuel}`),
            `${t(UNITS[fuel] ?? "perLitre", { value: decimal(kmPerLitre) })} ${t("over", { km: formatNumber(Math.round(km), locale) })}`,
          ])}
        />
      )}
    </Card>
  );
}
