import { getLocale, getMessages } from "next-intl/server";
import { ChecklistTexts } from "@/components/garage/checklists/checklist-texts";
import { ReadingTexts } from "@/components/garage/entries/reading-texts";
import { ChecklistsHome } from "@/components/garage/checklists/checklists-home";
import { CompareTable } from "@/components/garage/checklists/compare-table";
import { History } from "@/components/garage/checklists/history";
import { TaskList } from "@/components/garage/checklists/task-list";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import {
  getChecklist,
  listChecklists,
  listOwnTemplates,
  listTasks,
  listTemplates,
} from "@/lib/garage/checklists/queries";
import { carKindsOf } from "@/lib/garage/checklists/rules";
import { isVehicleId } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Client = Awaited<ReturnType<typeof openVehicle>>["client"];
type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ vehicleId: string }>; searchParams: Promise<Query> };

export const generateMetadata = unlistedMetadata("garage/vehicles", "tabs.checklists");

/** The two checklists of `?a=` and `?b=`; one of another car counts as missing. */
async function comparedOf(client: Client, vehicle: string, { a, b }: Query) {
  const read = async (id: unknown) => {
    const found = typeof id === "string" && isVehicleId(id) ? await getChecklist(client, id) : null;
    return found?.vehicle_id === vehicle ? found : null;
  };
  return a || b ? Promise.all([read(a), read(b)]) : null;
}

/** Checklists and maintenance tasks of a car. */
export default async function ChecklistsPage({ params, searchParams }: Props) {
  const { account, client, vehicle } = await openVehicle((await params).vehicleId, "checklists");
  const [locale, messages] = [await getLocale(), await getMessages()];
  const texts = messages["garage/checklists"];
  const [templates, own, history, tasks, compared] = await Promise.all([
    listTemplates(client, carKindsOf(vehicle), locale),
    listOwnTemplates(client),
    listChecklists(client, vehicle.id),
    listTasks(client, vehicle.id),
    comparedOf(client, vehicle.id, await searchParams),
  ]);
  const last = history[0] ? await getChecklist(client, history[0].id) : null;
  const { id, nickname, odometer_km, odometer_offset_km, odometer_state } = vehicle;
  const readingKm = odometer_km === null || odometer_state === "broken" ? null : odometer_km - odometer_offset_km;
  const canEdit = vehicle.role !== "viewer";
  return (
    <VehicleFrame vehicle={vehicle} tab="checklists">
      <ChecklistTexts value={texts}>
        <ReadingTexts value={{ odd: messages["garage/entries"].odd }}>
          {" "}
          <ChecklistsHome
            locale={locale}
            owner={account.id}
            vehicle={{ id, nickname }}
            canEdit={canEdit}
            templates={templates}
            own={own}
            last={last}
            known={history.map((one) => one.id)}
          />
          {compared && <CompareTable compared={compared} locale={locale} vehicle={id} />}
          <TaskList
            tasks={tasks}
            vehicle={{ id, offsetKm: odometer_offset_km, readingKm }}
            canEdit={canEdit}
            locale={locale}
          />
          <History history={history} vehicle={id} canEdit={canEdit} locale={locale} />
        </ReadingTexts>
      </ChecklistTexts>{" "}
    </VehicleFrame>
  );
}
