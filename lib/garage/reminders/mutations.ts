import "server-only";
import type { Outcome } from "../../platform/outcome";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { brazilianDay } from "../../platform/dates";
import { DEFAULT_LOCALE, isLocale } from "../../platform/i18n/routing";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { EMPTY_ENTRY } from "../entries/rules";
import { ENTRY_REFUSALS, type EntryContent } from "../entries/schema";
import { snoozeUntil, type Snooze } from "./rules";
import { columnsOf, type DoneInput, type ReminderInput } from "./schema";
import type { z } from "zod";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const PERMISSION_DENIED = "42501";
const EXISTS = "23505";
const CHECK = "23514";
const LIMIT = "54000";

export type Saved = Outcome<object, "kmMissing" | "limit", never>;
type Changed = Outcome<object, "kmMissing", never>;

const refused = <const Reason extends string>(reason: Reason) => ({ outcome: "refused", field: null, reason }) as const;
const changedIf = (isFound: boolean) => ({ outcome: isFound ? "saved" : "gone" }) as const;

/** Outcomes for the errors of the table that the form can explain. */
function outcomeOf(error: { code: string; message: string }): Saved {
  if (error.code === PERMISSION_DENIED) return { outcome: "gone" };
  if (error.code === EXISTS) return { outcome: "saved" };
  if (error.code === CHECK && error.message.includes("reminder_is_due")) return refused("kmMissing");
  if (error.code === LIMIT) return refused("limit");
  throw databaseError(error);
}

/** Adds or changes a reminder of a car that the account edits; `kmMissing`: the kilometres of the car are unknown. */
export async function saveReminder(client: SessionClient, input: ReminderInput): Promise<Saved> {
  const columns = columnsOf(input);
  if (!input.isNew) {
    const { data, error } = await client.from("maintenance_reminders").update(columns).eq("id", input.id).select("id");
    return error ? outcomeOf(error) : changedIf(data.length > 0);
  }
  const car = orThrow(
    await client.from("vehicles").select("owner_id").eq("id", input.vehicle).is("deleted_at", null).maybeSingle(),
  );
  if (!car) return { outcome: "gone" };
  const row = { id: input.id, vehicle_id: input.vehicle, owner_id: car.owner_id, preset_id: input.preset, ...columns };
  const { error } = await client.from("maintenance_reminders").insert(row);
  return error ? outcomeOf(error) : { outcome: "saved" };
}

type Values = {
  paused_at?: string | null;
  snoozed_until?: string | null;
  snoozed_until_km?: number | null;
  deleted_at?: string | null;
};

async function change(client: SessionClient, id: string, values: Values): Promise<Changed> {
  const { data, error } = await client.from("maintenance_reminders").update(values).eq("id", id).select("id");
  if (error) throw databaseError(error);
  return changedIf(data.length > 0);
}

const now = () => new Date().toISOString();

export const setPaused = (client: SessionClient, id: string, isPaused: boolean) =>
  change(client, id, { paused_at: isPaused ? now() : null });

export const setReminderDeleted = (client: SessionClient, id: string, isDeleted: boolean) =>
  change(client, id, { deleted_at: isDeleted ? now() : null });

/** Puts a reminder off, or ends that with null; `kmMissing`: the kilometres of the car are unknown. */
export async function snoozeReminder(client: SessionClient, id: string, snooze: Snooze | null): Promise<Changed> {
  if (snooze === null) return change(client, id, { snoozed_until: null, snoozed_until_km: null });
  const car = await carOf(client, id);
  if (!car) return { outcome: "gone" };
  const until = snoozeUntil(snooze, brazilianDay(Date.now()), car.odometer_km);
  return until ? change(client, id, until) : refused("kmMissing");
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

const doneAnswer = outcomeSchema({ conflict: {}, refused: ENTRY_REFUSALS, gone: true });

/** Notes the maintenance in the log and moves the reminder on; sent again with the same entry it changes nothing. */
export async function completeReminder(
  client: SessionClient,
  { id, entry, doneOn, km, notes }: DoneInput,
): Promise<z.output<typeof doneAnswer>> {
  const car = await carOf(client, id);
  if (!car) return { outcome: "gone" };
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
  return doneAnswer.parse(answer);
}

/** Takes back that a reminder was done; its log entry goes into the trash. */
export async function undoReminder(client: SessionClient, reminder: string) {
  return savedOrGone.parse(orThrow(await client.rpc("undo_maintenance_reminder", { reminder })));
}

/** Tries a failed mail or push message again; `gone` when it is not in its queue any more. */
export async function retrySending(client: SessionClient, sending: string) {
  const answer = await client.rpc("retry_reminder_sending", { sending });
  return savedOrGone.parse(orThrow(answer, { [PERMISSION_DENIED]: "access.permission" }));
}

/** Devices of an owner, for the worker. */
export async function reminderDevices(client: ReturnType<typeof createServiceClient>, account: string) {
  const devices = orThrow(await client.rpc("reminder_devices", { account }));
  return devices.map((device) => ({ ...device, locale: isLocale(device.locale) ? device.locale : DEFAULT_LOCALE }));
}
