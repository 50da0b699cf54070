import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";
import { DiaryTabs } from "@/components/garage/diary/diary-tabs";
import { TripFilter } from "@/components/garage/diary/trip-filter";
import { DrivenTrips, PlannedTrips } from "@/components/garage/diary/trip-lists";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { localePath } from "@/lib/platform/i18n/routing";
import { PLANNER_PATH, tripPath } from "@/lib/travel/saved-trips/rules";
import { listLoggedTrips, listPlannedTrips } from "@/lib/garage/diary/queries";
import { filterTrips, tripFacets, tripFilterOf } from "@/lib/garage/diary/rules";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = {
  params: Promise<{ vehicleId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = unlistedMetadata("garage/diary.trips", "metaTitle");

/** Driven trips of a car by year and state, and the trips planned with it. */
export default async function VehicleTripsPage({ params, searchParams }: Props) {
  const { account, client, vehicle } = await openVehicle((await params).vehicleId, "trips");
  const [t, locale] = [await getTranslations("garage/diary.trips"), await getLocale()];
  const [all, planned] = await Promise.all([
    listLoggedTrips(client, vehicle.id),
    listPlannedTrips(client, account.id, vehicle.id),
  ]);
  const filter = tripFilterOf(await searchParams);
  const trips = filterTrips(all, filter);
  return (
    <VehicleFrame vehicle={vehicle} tab="trips">
      <DiaryTabs vehicle={vehicle.id} current="list" />
      {vehicle.odometer_state === "broken" && <p>{t("broken")}</p>}
      <section aria-labelledby="viagens-feitas" className="grid gap-3">
        <h2 id="viagens-feitas" className="text-2xl">
          {t("driven")}
        </h2>
        <TripFilter path={vehiclePath(vehicle.id, "trips")} {...tripFacets(all)} filter={filter} />
        {trips.length === 0 && <p className="text-muted">{t(all.length === 0 ? "noneDriven" : "noneFound")}</p>}
        <DrivenTrips
          trips={trips}
          tripPath={tripPath}
          entriesPath={vehicle.role === "viewer" ? null : `${vehiclePath(vehicle.id)}/registros`}
        />
      </section>
      <section aria-labelledby="viagens-planejadas" className="grid gap-3">
        <h2 id="viagens-planejadas" className="text-2xl">
          {t("planned")}
        </h2>
        {planned.length === 0 && <p className="text-muted">{t("nonePlanned")}</p>}
        <PlannedTrips trips={planned} tripPath={tripPath} />
        <Link href={localePath(locale, PLANNER_PATH)} className={buttonClass({ className: "w-fit" })}>
          {t("plan")}
        </Link>
      </section>
    </VehicleFrame>
  );
}
