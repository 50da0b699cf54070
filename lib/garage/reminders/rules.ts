import { addDays, DAY_MS } from "../../platform/dates";
import { FUEL_SYSTEMS, type REMINDER_METRICS } from "../../platform/supabase/database-constants/garage";

export const REPEATS = ["rolling", "fixed", "once"] as const;
export const SNOOZES = ["week", "month", "km"] as const;
/** In the order of urgency. */
const STATUSES = ["overdue", "due", "soon", "ok", "paused"] as const;
export type Metric = (typeof REMINDER_METRICS)[number];
export type Repeat = (typeof REPEATS)[number];
export type Snooze = (typeof SNOOZES)[number];
export type ReminderStatus = (typeof STATUSES)[number];

const SNOOZE_KM = 500;
const WEEK_DAYS = 7;

type Ranked = { status: ReminderStatus; is_snoozed: boolean; due_on: string | null; due_km: number | null; id: string };

/** Compares two reminders: the more urgent first, snoozed ones below others of their status. */
export function byUrgency(a: Ranked, b: Ranked): number {
  return (
    STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) ||
    Number(a.is_snoozed) - Number(b.is_snoozed) ||
    (a.due_on ?? "9999").localeCompare(b.due_on ?? "9999") ||
    (a.due_km ?? Infinity) - (b.due_km ?? Infinity) ||
    a.id.localeCompare(b.id)
  );
}

/** Whether a reminder belongs into a list of what is to be done now. */
export const isPressing = ({ status, is_snoozed: isSnoozed }: Pick<Ranked, "status" | "is_snoozed">): boolean =>
  !isSnoozed && (status === "overdue" || status === "due" || status === "soon");

/** The same day one month later, or the last day of that month. */
function nextMonth(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Until when a reminder is put off; null for kilometres of a car without a known reading. */
export function snoozeUntil(snooze: Snooze, today: string, odometerKm: number | null) {
  if (snooze === "km")
    return odometerKm === null ? null : { snoozed_until: null, snoozed_until_km: odometerKm + SNOOZE_KM };
  return { snoozed_until: snooze === "week" ? addDays(today, WEEK_DAYS) : nextMonth(today), snoozed_until_km: null };
}

/** Days and kilometres left until a reminder is due; negative once they have passed, null where it has no such measure. */
export function leftOf(
  { due_on: dueOn, due_km: dueKm }: Pick<Ranked, "due_on" | "due_km">,
  today: string,
  odometerKm: number | null,
) {
  return {
    days: dueOn === null ? null : Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY_MS),
    km: dueKm === null || odometerKm === null ? null : Math.round(dueKm - odometerKm),
  };
}

type Preset = { key: string; body_kinds: string[]; cooling: string[]; fuel_systems: string[] };
type Car = { body_kind: string; cooling: string | null; fuel_system: string | null; hasTimingBelt: boolean | null };

/** The preset that only engines with a timing belt need. */
const TIMING_BELT = "correia-dentada";
const COMBUSTION = FUEL_SYSTEMS.filter((system) => system !== "electric");

/**
 * Whether a preset is offered for a car: where the cooling or the fuel system is unknown, only what every engine with
 * combustion needs.
 */
export function suits(preset: Preset, car: Car): boolean {
  const allows = (list: string[], value: string | null, isForMost = false) =>
    list.length === 0 || (value === null ? isForMost : list.includes(value));
  const isForAllFuels = COMBUSTION.every((one) => preset.fuel_systems.includes(one));
  const hasPart = preset.key !== TIMING_BELT || (car.hasTimingBelt ?? car.cooling === "water");
  return (
    hasPart &&
    allows(preset.body_kinds, car.body_kind) &&
    allows(preset.cooling, car.cooling) &&
    allows(preset.fuel_systems, car.fuel_system, isForAllFuels)
  );
}

/** How a reminder is measured, from the intervals that it has. */
export const metricOf = (months: number | null, km: number | null): Metric =>
  months !== null && km !== null ? "both" : km !== null ? "km" : "date";

type Repeated = { is_fixed: boolean; interval_months: number | null; interval_km: number | null };
export const repeatOf = ({ is_fixed: isFixed, interval_months: months, interval_km: km }: Repeated): Repeat =>
  !isFixed ? "rolling" : months === null && km === null ? "once" : "fixed";
