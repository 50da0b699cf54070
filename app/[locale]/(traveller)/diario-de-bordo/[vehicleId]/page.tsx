import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";
import { DueList } from "@/components/garage/reminders/due-list";
import { ConsumptionCard } from "@/components/garage/statistics/consumption-card";
import { TankCard } from "@/components/garage/statistics/tank-card";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { VehicleSummary } from "@/components/garage/vehicles/vehicle-summary";
import { brazilianDay } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";
import { listEntries } from "@/lib/garage/entries/queries";
import { dueOf } from "@/lib/garage/reminders/queries";
import { readLog } from "@/lib/garage/statistics/queries";
import { consumptionByFuel, segmentsOf } from "@/lib/garage/statistics/rules";
import { tankOf } from "@/lib/garage/statistics/tank/rules";
import { listDue } from "@/lib/garage/vehicles/documents/queries";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "./open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const SHOWN_ENTRIES = 5;

export const generateMetadata = unlistedMetadata("garage/vehicles", "tabs.summary");

/** Summary of a car. */
export default async function VehiclePage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { account, client, vehicle } = await openVehicle((await params).vehicleId, "summary");
  const [entries, due, log, reminders] = await Promise.all([
    listEntries(client, vehicle.id, { limit: SHOWN_ENTRIES }),
    listDue(client, account.id, vehicle.id),
    readLog(client, vehicle.id),
    dueOf(client, [vehicle.id]),
  ]);
  const [t, locale] = [await getTranslations("garage/history.history"), await getLocale()];
  const today = brazilianDay(Date.now());
  const segments = segmentsOf(log);
  const tank = tankOf(log, vehicle.tank_litres, today);
  return (
    <VehicleFrame vehicle={vehicle} tab="summary">
      <VehicleSummary
        vehicle={vehicle}
        entries={entries}
        due={due.get(vehicle.id)}
        today={today}
        reminders={reminders.length > 0 && <DueList reminders={reminders} />}
        consumption={
          log.length > 0 && (
            <>
              <ConsumptionCard segments={segments} byFuel={consumptionByFuel(segments)} />
              {tank && <TankCard tank={tank} />}
            </>
          )
        }
      />
      <Link
        href={localePath(locale, `${vehiclePath(vehicle.id)}/arquivos#historico`)}
        className={buttonClass({ look: "outline", className: "w-fit" })}
      >
        {t("open")}
      </Link>
    </VehicleFrame>
  );
}
