import { getLocale } from "next-intl/server";
import { ReminderList, ReminderPresets } from "@/components/garage/reminders/reminder-list";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { listPresets, listReminders } from "@/lib/garage/reminders/queries";
import { suits } from "@/lib/garage/reminders/rules";
import { engineOf } from "@/lib/garage/vehicles/models/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/vehicles", "tabs.reminders");

/** Maintenance reminders of a car by urgency, and the presets that suit it. */
export default async function RemindersPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "reminders");
  const [reminders, presets] = await Promise.all([
    listReminders(client, [vehicle.id]),
    listPresets(client, await getLocale()),
  ]);
  const car = { ...engineOf(vehicle), body_kind: vehicle.body_kind };
  const mayEdit = vehicle.role !== "viewer";
  const used = new Set(reminders.map(({ preset_id: preset }) => preset));
  return (
    <VehicleFrame vehicle={vehicle} tab="reminders">
      <ReminderList vehicle={vehicle} reminders={reminders} presets={presets} mayEdit={mayEdit} />
      {mayEdit && (
        <ReminderPresets
          vehicle={vehicle}
          presets={presets.filter((preset) => !used.has(preset.id) && suits(preset, car))}
        />
      )}
    </VehicleFrame>
  );
}
