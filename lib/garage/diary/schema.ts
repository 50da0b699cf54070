import { z } from "zod";
import { formOf, needed, text, typed, typedInLine } from "../../platform/form";
import { EXPENSE_CATEGORIES } from "../entries/rules";
import { dateField, originalValues, type VehicleError } from "../vehicles/schema";
import { errorsOf } from "../../platform/form";
import type { Outcome } from "../../platform/outcome";
import type { ENTRY_REFUSALS } from "../entries/schema";
import { FUELS, KM_SOURCES } from "../../platform/supabase/database-constants/garage";

const wrong = errorsOf<VehicleError>();
const MAX_KM = 9_999_999;
const cents = z.int().min(0).max(1_000_000_000);

/** What the form of a finished trip sends; the ids are made by the browser, so that a trip that is sent twice is noted once. */
export const logTripSchema = z.object({
  trip: z.uuid(),
  vehicle: z.uuid(),
  id: z.uuid(),
  on_date: z.iso.date(),
  /** Reading of the odometer at the end; null when it was not read or is broken. */
  reading_km: z.number().min(0).max(MAX_KM).nullable(),
  distance_km: z.number().min(0).max(40_000),
  km_source: z.enum(KM_SOURCES),
  notes: typed().max(4000),
  fuel: z
    .object({
      id: z.uuid(),
      fuel: z.enum(FUELS),
      litres: z.number().positive().max(2000),
      total_cents: cents.nullable(),
      /** Whether the tank was filled completely at the end of the trip. */
      is_full: z.boolean(),
    })
    .nullable(),
  costs: z
    .array(
      z.object({
        id: z.uuid(),
        category: z.enum(EXPENSE_CATEGORIES),
        title: typedInLine().max(120),
        total_cents: cents,
      }),
    )
    .max(10),
});
export type LogTripInput = z.infer<typeof logTripSchema>;
/** Content of the SQL function `log_trip`. */
export type LoggedTrip = Omit<LogTripInput, "trip" | "vehicle"> & {
  origin: string;
  destination: string;
  states: string[];
};
/** `exists`: another tab or device noted the trip before; nothing was written. */
export type LogTripAnswer = Outcome<object, (typeof ENTRY_REFUSALS)[number]>;

const coordinate = (min: number, max: number) =>
  text(20)
    .transform((typed) => (typed === "" ? null : Number(typed)))
    .refine((value) => value === null || (value >= min && value <= max), wrong("numberInvalid"));

/** A new entry of the diary has no `original`. */
export const diaryEntrySchema = formOf(
  z
    .object({
      id: z.uuid(),
      vehicle: z.uuid(),
      original: originalValues.optional(),
      on_date: dateField.refine((day) => day !== null, wrong("missing")),
      title: needed(120),
      body: text(8000).transform((value) => value.replaceAll("\r\n", "\n")),
      place: text(120),
      lat: coordinate(-36, 8),
      lng: coordinate(-76, -28),
      weather: text(80),
      trip_id: z.union([z.uuid(), z.literal("").transform(() => null)]).prefault(""),
    })
    .transform(({ lat, lng, ...entry }) => ({
      ...entry,
      // A position has both or none.
      lat: lng === null ? null : lat,
      lng: lat === null ? null : lng,
    })),
);
export type SavedDiaryEntry = z.infer<typeof diaryEntrySchema>;

export const findTownsSchema = z.object({ typed: typedInLine().min(2).max(80) });
export type NearbyTown = { name: string; lat: number; lng: number };
