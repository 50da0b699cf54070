import "server-only";
import { z } from "zod";
import { brazilianDay } from "../../platform/dates";
import { DEFAULT_LOCALE, isLocale } from "../../platform/i18n/routing";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { EMPTY_ENTRY } from "../entries/rules";
import type { EntryContent, SaveEntryAnswer } from "../entries/schema";
import { snoozeUntil, type Snooze } from "./rules";
import { columnsOf, type DoneInput, type ReminderInput } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const PERMISSION_DENIED = "42501";
const EXISTS = "23505";
const CHECK = "23514";
const LIMIT = "54000";

export type SaveStatus = "saved" | "gone" | "kmMissing" | "limit";

/** Statuses for the errors of the table that the form can explain. */
function statusOf(error: { code: string; message: string }): SaveStatus {
  if (error.code === PERMISSION_DENIED) return "gone";
  if (error.code === EXISTS) return "saved";
  if (error.code === CHECK && error.message.includes("reminder_is_due")) return "kmMissing";
  if (error.code === LIMIT) return "limit";
  throw databaseError(error);
}

/** Adds or changes a reminder of a car that the account edits; `kmMissing`: the kilometres of the car are unknown. */
export async function saveReminder(client: SessionClient, input: ReminderInput): Promise<SaveStatus> {
  const columns = columnsOf(input);
  if (!input.isNew) {
    const { data, error } = await client.from("maintenance_reminders").update(columns).eq("id", input.id).select("id");
    return error ? statusOf(error) : data.length > 0 ? "saved" : "gone";
  }
  const car = orThrow(
    await client.from("vehicles").select("owner_id").eq("id", input.vehicle).is("deleted_at", null).maybeSingle(),
  );
  if (!car) return "gone";
  const row = { id: input.id, vehicle_id: input.vehicle, owner_id: car.owner_id, preset_id: input.preset, ...columns };
  const { error } = await client.from("maintenance_reminders").insert(row);
  return error ? statusOf(error) : "saved";
}

type Values = {
  paused_at?: string | null;
  snoozed_until?: string | null;
  snoozed_until_km?: number | null;
  deleted_at?: string | null;
};

async function change(client: SessionClient, id: string, values: Values): Promise<"saved" | "gone"> {
  const { data, error } = await client.from("maintenance_reminders").update(values).eq("id", id).select("id");
  if (error) throw databaseError(error);
  return data.length > 0 ? "saved" : "gone";
}

const now = () => new Date().toISOString();

export const setPaused = (client: SessionClient, id: string, isPaused: boolean) =>
  change(client, id, { paused_at: isPaused ? now() : null });

export const setReminderDeleted = (client: SessionClient, id: string, isDeleted: boolean) =>
  change(client, id, { deleted_at: isDeleted ? now() : null });

/** Puts a reminder off, or ends that with null; `kmMissing`: the kilometres of the car are unknown. */
export async function snoozeReminder(client: SessionClient, id: string, snooze: Snooze | null) {
  if (snooze === null) return change(client, id, { snoozed_until: null, snoozed_until_km: null });
  const car = await carOf(client, id);
  if (!car) return "gone" as const;
  const until = snoozeUntil(snooze, brazilianDay(Date.now()), car.odometer_km);
  return until ? change(client, id, until) : ("kmMissing" as const);
}

async function carOf(client: SessionClient, id: string) {
  const row = orThrow(
    await client
      .from("maintenance_reminders")
      .select("title, vehicle:vehicles (odometer_km, odometer_offset_km, odometer_state)")
      .eq("id", id)
      .maybeSingle(),
  );
  return row?.vehicle ? { title: row.title, ...row.vehicle } : null;
}

/** Result of `complete_maintenance_reminder`. */
const doneAnswer = z.object({
  status: z.enum(["saved", "conflict", "gone", "forbidden", "invalid", "in_future", "exists", "limit"]),
});

/** Notes the maintenance in the log and moves the reminder on; sent again with the same entry it changes nothing. */
export async function completeReminder(
  client: SessionClient,
  { id, entry, doneOn, km, notes }: DoneInput,
): Promise<SaveEntryAnswer["status"]> {
  const car = await carOf(client, id);
  if (!car) return "gone";
  const isBroken = car.odometer_state === "broken";
  const content: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "service",
    category: "service",
    on_date: doneOn,
    title: car.title,
    notes,
    reading_km: isBroken ? null : km,
    estimated_km: isBroken ? km : null,
    offset_km: car.odometer_offset_km,
  };
  const answer = orThrow(await client.rpc("complete_maintenance_reminder", { reminder: id, entry, content }));
  return doneAnswer.parse(answer).status;
}

/** Takes back that a reminder was done; its log entry goes into the trash. */
export async function undoReminder(client: SessionClient, reminder: string) {
  return orThrow(await client.rpc("undo_maintenance_reminder", { reminder })) as "saved" | "gone";
}

/** Tries a failed mail or push message again; false when it is not in its queue any more. */
export async function retrySending(client: SessionClient, sending: string): Promise<boolean> {
  return orThrow(await client.rpc("retry_reminder_sending", { sending }), { [PERMISSION_DENIED]: "access.permission" });
}

/** Devices of an owner, for the worker. */
export async function reminderDevices(client: ReturnType<typeof createServiceClient>, account: string) {
  const devices = orThrow(await client.rpc("reminder_devices", { account }));
  return devices.map((device) => ({ ...device, locale: isLocale(device.locale) ? device.locale : DEFAULT_LOCALE }));
}
