import "server-only";
import { LANGUAGE, type Locale } from "../../platform/i18n/routing";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { byUrgency, isPressing, type Metric, type ReminderStatus } from "./rules";
import { queueSchema, type ReminderQueue } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Reminders of cars that the account reads, the most urgent first. */
export async function listReminders(client: SessionClient, vehicles: readonly string[]) {
  if (vehicles.length === 0) return [];
  const rows = orThrow(await client.rpc("list_maintenance_reminders", { vehicles: [...vehicles] }));
  return rows
    .map((row) => ({ ...nullable(row), metric: row.metric as Metric, status: row.status as ReminderStatus }))
    .toSorted(byUrgency);
}
export type Reminder = Awaited<ReturnType<typeof listReminders>>[number];

type Nullable =
  | "preset_id"
  | "interval_months"
  | "interval_km"
  | "last_done_on"
  | "last_done_km"
  | "due_on"
  | "due_km"
  | "snoozed_until"
  | "snoozed_until_km"
  | "odometer_km";

/** The generated types of functions do not mark the columns that can be null. */
const nullable = <Row extends Record<Nullable, unknown>>(row: Row) =>
  row as Omit<Row, Nullable> & { [Column in Nullable]: Row[Column] | null };

/** What is to be done now on these cars: overdue, due and soon, without what was put off. */
export async function dueOf(client: SessionClient, vehicles: readonly string[]): Promise<Reminder[]> {
  return (await listReminders(client, vehicles)).filter(isPressing);
}

/** Titles of the car's reminders in the trash are not listed; presets are, in a language, in their order. */
export async function listPresets(client: SessionClient, locale: Locale) {
  const rows = orThrow(
    await client
      .from("reminder_presets")
      .select("id, key, title, why, translations, interval_km, interval_months, body_kinds, cooling, fuel_systems")
      .eq("is_active", true)
      .order("position")
      .order("title"),
  );
  return rows.map(({ translations, ...preset }) => {
    const own = (translations as Partial<Record<string, { title?: string; why?: string }>>)[LANGUAGE[locale]];
    return { ...preset, title: own?.title || preset.title, why: own?.why || preset.why };
  });
}
export type Preset = Awaited<ReturnType<typeof listPresets>>[number];

/** Figures and newest sendings for the panel; refused without the permission. */
export async function getReminderQueue(client: SessionClient): Promise<ReminderQueue> {
  return queueSchema.parse(orThrow(await client.rpc("reminder_queue")));
}
