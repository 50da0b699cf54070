import { notFound } from "next/navigation";
import { EntryHistory } from "@/components/garage/entries/entry-history";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { pageOfQuery } from "@/lib/platform/paging";
import { listEntryPage, listEntryYears, logCarOf } from "@/lib/garage/entries/queries";
import type { EntryList } from "@/lib/garage/entries/rules";
import { readLog } from "@/lib/garage/statistics/queries";
import { oddReadings, segmentsOf } from "@/lib/garage/statistics/rules";
import { vehiclePath, type VehicleTab } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "./open-vehicle";

export type EntriesPageProps = {
  params: Promise<{ vehicleId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const TAB: Record<EntryList, VehicleTab> = { fuel: "fuel", service: "service", all: "summary" };

/** A tab with the entries of a year; without `?ano=` the newest year. */
export async function EntriesPage({ params, searchParams, list }: EntriesPageProps & { list: EntryList }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, TAB[list]);
  const query = await searchParams;
  const [years, car] = await Promise.all([listEntryYears(client, vehicle.id, list), logCarOf(client, vehicle)]);
  const asked = query.ano === undefined ? years[0]?.year : pageOfQuery(query.ano);
  const year = asked ?? new Date().getFullYear();
  if (query.ano !== undefined && !years.some((one) => one.year === year)) notFound();
  const page = pageOfQuery(query.pagina);
  const [shown, log] = await Promise.all([
    listEntryPage(client, vehicle.id, { list, year, page }),
    list === "service" ? [] : readLog(client, vehicle.id),
  ]);
  const consumption = Object.fromEntries(segmentsOf(log).map(({ entry, kmPerLitre }) => [entry, kmPerLitre]));
  const odd = oddReadings(log).map(({ id }) => id);
  const allPath = `${vehiclePath(vehicle.id)}/registros`;
  return (
    <VehicleFrame vehicle={vehicle} tab={TAB[list]}>
      <EntryHistory
        {...{ list, car, years, year, page, consumption, odd, ...shown }}
        path={list === "all" ? allPath : vehiclePath(vehicle.id, TAB[list])}
        allPath={list === "all" ? null : allPath}
      />
    </VehicleFrame>
  );
}
