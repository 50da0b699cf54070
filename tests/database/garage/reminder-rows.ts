import type { TransactionSql } from "postgres";
import { ID_OF } from "../actors";
import { addSharedVehicle, VEHICLE } from "./vehicle-support";

export const REMINDER = "00000000-0000-4000-8000-00000000b001";
export const PRESET = "00000000-0000-4000-8000-00000000b002";

/** Columns of a reminder that a test sets. */
export type ReminderRow = Record<string, string | number | boolean | readonly string[] | null>;

const valuesOf = (row: ReminderRow, vehicle: string) => ({
  id: REMINDER,
  vehicle_id: vehicle,
  owner_id: ID_OF.user,
  title: "Óleo",
  metric: "date",
  interval_months: 6,
  ...row,
});

/** Adds a reminder to the car of `user` without reading it; every 6 months from the day it was done, unless `row` has other values. */
export const insertReminder = (tx: TransactionSql, row: ReminderRow = {}) =>
  tx`insert into public.maintenance_reminders ${tx(valuesOf(row, VEHICLE))}`;

/** Adds a reminder like `insertReminder`; answers when it is due. */
export const addReminder = (tx: TransactionSql, row: ReminderRow = {}, vehicle = VEHICLE) =>
  tx<{ due_on: string | null; due_km: string | null }[]>`
    insert into public.maintenance_reminders ${tx(valuesOf(row, vehicle))} returning due_on::text, due_km`;

/** A car of `user` that `editor` edits and `vendedor` reads, with a reminder. */
export async function addSharedReminder(tx: TransactionSql): Promise<void> {
  await addSharedVehicle(tx);
  await addReminder(tx);
}

export const addPreset = (tx: TransactionSql) => tx`
  insert into public.reminder_presets (id, key, title, why, interval_months) values (${PRESET}, 'teste', 'Teste', 'Porque sim', 6)`;
