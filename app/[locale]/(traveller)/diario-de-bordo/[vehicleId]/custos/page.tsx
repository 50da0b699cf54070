import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { ConsumptionCard } from "@/components/garage/statistics/consumption-card";
import { CostsCards } from "@/components/garage/statistics/costs-cards";
import { FuelCostCard } from "@/components/garage/statistics/fuel-cost-card";
import { OddCard } from "@/components/garage/statistics/odd-card";
import { TankCard } from "@/components/garage/statistics/tank-card";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { brazilianDay } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";
import { readLog } from "@/lib/garage/statistics/queries";
import {
  consumptionByFuel,
  costsOf,
  fuelPrices,
  oddReadings,
  oddSegments,
  segmentsOf,
} from "@/lib/garage/statistics/rules";
import { tankOf } from "@/lib/garage/statistics/tank/rules";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/statistics", "title");

/** Consumption, costs and the content of the tank of a car, from its whole log. */
export default async function CostsPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "costs");
  const [t, csv, locale] = [
    await getTranslations("garage/statistics"),
    await getTranslations("garage/csv"),
    await getLocale(),
  ];
  const log = await readLog(client, vehicle.id);
  const segments = segmentsOf(log);
  const tank = tankOf(log, vehicle.tank_litres, brazilianDay(Date.now()));
  return (
    <VehicleFrame vehicle={vehicle} tab="costs">
      <p>
        <Link
          href={localePath(locale, `${vehiclePath(vehicle.id)}/arquivos`)}
          className="inline-flex min-h-11 items-center underline"
        >
          {csv("title")}
        </Link>
      </p>
      {log.length === 0 ? (
        <p>{t("empty")}</p>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          <OddCard readings={oddReadings(log)} segments={oddSegments(log)} />
          <ConsumptionCard segments={segments} byFuel={consumptionByFuel(segments)} />
          <FuelCostCard segments={segments} prices={fuelPrices(log)} />
          {tank && <TankCard tank={tank} />}
          <CostsCards costs={costsOf(log)} />
        </div>
      )}
    </VehicleFrame>
  );
}
