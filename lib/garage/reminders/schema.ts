import { z } from "zod";
import { parseDecimal } from "../../platform/typed-values";
import { formOf, needed, text, wrong } from "../../platform/form";
import { REPEATS, SNOOZES, type Metric } from "./rules";
import {
  DELIVERY_STATUSES,
  REMINDER_CHANNELS,
  REMINDER_METRICS,
} from "../../platform/supabase/database-constants/garage";

const MAX_KM = 9_999_999;

/** A typed number: thousands may be grouped (`65.000`, `65,000`); an empty field is null. */
export function typedNumber(typed: string): number | null {
  const number = parseDecimal(typed, 1);
  return number === undefined ? NaN : number;
}

const amount = (lowest: number, highest: number) =>
  z
    .string()
    .max(20)
    .prefault("")
    .transform(typedNumber)
    .refine((value) => value === null || (value >= lowest && value <= highest), wrong("numberInvalid"));
const whole = (lowest: number, highest: number) =>
  amount(lowest, highest).refine((value) => value === null || Number.isInteger(value), wrong("numberInvalid"));
const day = z
  .union([z.literal("").transform(() => null), z.iso.date(wrong("dateInvalid"))], wrong("dateInvalid"))
  .prefault("");

const hasDate = (metric: Metric) => metric !== "km";
const hasKm = (metric: Metric) => metric !== "date";

const reminder = z
  .object({
    /** Made by the browser; `isNew` decides whether it is added or changed. */
    id: z.uuid(),
    vehicle: z.uuid(),
    isNew: z.enum(["true", "false"]).transform((value) => value === "true"),
    preset: z.union([z.literal("").transform(() => null), z.uuid()]).prefault(""),
    title: needed(120),
    notes: text(1000),
    metric: z.enum(REMINDER_METRICS, wrong("choiceInvalid")),
    repeat: z.enum(REPEATS, wrong("choiceInvalid")),
    intervalMonths: whole(1, 240),
    intervalKm: whole(100, 500_000),
    startOn: day,
    startKm: amount(0, MAX_KM),
    lastDoneOn: day,
    lastDoneKm: amount(0, MAX_KM),
    warnDays: whole(0, 365).transform((value) => value ?? 0),
    warnKm: whole(0, 20_000).transform((value) => value ?? 0),
    channels: z.array(z.enum(REMINDER_CHANNELS)).max(REMINDER_CHANNELS.length),
  })
  .superRefine((input, context) => {
    const miss = (field: keyof typeof input, isMissing: boolean) =>
      isMissing &&
      input[field] === null &&
      context.addIssue({ code: "custom", path: [field], message: wrong("missing").error });
    miss("intervalMonths", hasDate(input.metric) && input.repeat !== "once");
    miss("intervalKm", hasKm(input.metric) && input.repeat !== "once");
    miss("startOn", hasDate(input.metric) && input.repeat !== "rolling");
    miss("startKm", hasKm(input.metric) && input.repeat !== "rolling");
  });

export const reminderSchema = formOf(reminder);
export type ReminderInput = z.output<typeof reminder>;

/** Columns of a reminder from the form; fields of another kind of repetition are left out. */
export function columnsOf(input: ReminderInput) {
  const isOnce = input.repeat === "once";
  const isFixed = input.repeat !== "rolling";
  const [date, km] = [hasDate(input.metric), hasKm(input.metric)];
  return {
    title: input.title,
    notes: input.notes,
    metric: input.metric,
    is_fixed: isFixed,
    interval_months: date && !isOnce ? input.intervalMonths : null,
    interval_km: km && !isOnce ? input.intervalKm : null,
    start_on: date && isFixed ? input.startOn : null,
    start_km: km && isFixed ? input.startKm : null,
    ...(!isFixed && { last_done_on: input.lastDoneOn, last_done_km: input.lastDoneKm }),
    warn_days: input.warnDays,
    warn_km: input.warnKm,
    channels: input.channels,
  };
}

const done = z.object({
  id: z.uuid(),
  /** Id of the log entry, made by the browser. */
  entry: z.uuid(),
  doneOn: z.iso.date(wrong("dateInvalid")),
  km: amount(0, MAX_KM),
  notes: text(2000),
});
export const doneSchema = formOf(done);
export type DoneInput = z.output<typeof done>;

export const reminderIdSchema = z.strictObject({ id: z.uuid() });
export const snoozeSchema = z.strictObject({ id: z.uuid(), snooze: z.enum(SNOOZES).nullable() });
export const pauseSchema = z.strictObject({ id: z.uuid(), isPaused: z.boolean() });
export const deleteSchema = z.strictObject({ id: z.uuid(), isDeleted: z.boolean() });

export const queueSchema = z.object({
  waiting: z.number(),
  due_today: z.number(),
  counts: z.array(
    z.object({ channel: z.enum(REMINDER_CHANNELS), status: z.enum(DELIVERY_STATUSES), count: z.number() }),
  ),
  sendings: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(REMINDER_CHANNELS),
      status: z.enum(DELIVERY_STATUSES),
      reason: z.string().nullable(),
      reminders: z.number(),
      created_at: z.string(),
      changed_at: z.string(),
    }),
  ),
});
export type ReminderQueue = z.output<typeof queueSchema>;
