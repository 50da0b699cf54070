import { z } from "zod";
import { TRAVEL_AREA } from "../../geo/geo/rules";
import type { Fuel, VehicleRole } from "../vehicles/rules";
import { EXPENSE_CATEGORIES, MAX_BATCH, SERVICE_CATEGORIES } from "./rules";
import { typed, typedInLine } from "../../platform/form";
import type { Outcome } from "../../platform/outcome";
import { LOG_ENTRY_KINDS, FUELS, ODOMETER_STATES } from "../../platform/supabase/database-constants/garage";

const MAX_KM = 9_999_999;
const MAX_CENTS = 1_000_000_000;
const kilometres = z.number().min(0).max(MAX_KM).nullable();
const cents = z.int().min(0).max(MAX_CENTS).nullable();
const line = typedInLine().max(120);

/** What a person notes about a car. The keys are the columns of `vehicle_entries`; cents, kilometres and litres. */
export const entryContentSchema = z
  .object({
    kind: z.enum(LOG_ENTRY_KINDS),
    on_date: z.iso.date(),
    reading_km: kilometres,
    offset_km: z.number().min(-MAX_KM).max(MAX_KM),
    estimated_km: kilometres,
    replaces_odometer: z.boolean(),
    title: line,
    notes: typed().max(4000),
    place: line,
    lat: z.number().min(TRAVEL_AREA.south).max(TRAVEL_AREA.north).nullable(),
    lng: z.number().min(TRAVEL_AREA.west).max(TRAVEL_AREA.east).nullable(),
    fuel: z.enum(FUELS).nullable(),
    ethanol_pct: z.int().min(0).max(100).nullable(),
    litres: z.number().positive().max(2000).nullable(),
    is_full: z.boolean().nullable(),
    missed_previous: z.boolean(),
    category: z.enum([...SERVICE_CATEGORIES, ...EXPENSE_CATEGORIES]).nullable(),
    total_cents: cents,
    parts_cents: cents,
    labour_cents: cents,
    trip_id: z.uuid().nullable(),
    distance_km: z.number().min(0).max(40_000).nullable(),
  })
  .refine(({ kind, fuel, litres, is_full }) =>
    kind === "fuel"
      ? fuel !== null && litres !== null && is_full !== null
      : fuel === null && litres === null && is_full === null,
  )
  .refine(({ kind, reading_km, estimated_km }) => kind !== "km" || reading_km !== null || estimated_km !== null);
export type EntryContent = z.infer<typeof entryContentSchema>;

/** A save of one entry; `expected_version` is the version that was opened, null for a new entry. */
export const saveEntrySchema = z.object({
  id: z.uuid(),
  vehicle: z.uuid(),
  expected_version: z.int().min(1).nullable(),
  content: entryContentSchema,
});
export type SaveEntry = z.infer<typeof saveEntrySchema>;

/** An entry as the database has it; `km` are the kilometres of the car. */
export type StoredEntry = EntryContent & {
  id: string;
  vehicle_id: string;
  km: number | null;
  version: number;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
};

/** `conflict`: another device saved in between; `entry` is the stored one and nothing was written. `exists`: the trip is already noted. */
export type SaveEntryAnswer = Outcome<{ entry: StoredEntry }, (typeof ENTRY_REFUSALS)[number], { entry: StoredEntry }>;
export const ENTRY_REFUSALS = ["forbidden", "invalid", "in_future", "exists", "limit"] as const;

/** Body of `POST /api/vehicle-entries`: saves of one account. Each is checked by itself, so that a wrong one stops no other. */
export const entryBatchSchema = z.object({
  owner: z.uuid(),
  entries: z
    .array(z.looseObject({ id: z.uuid() }))
    .min(1)
    .max(MAX_BATCH),
});
/** Notes of 4,000 characters in every entry. */
export const MAX_BATCH_BYTES = 1_000_000;
export type EntryBatchAnswer = { answers: ({ id: string } & SaveEntryAnswer)[] };

/** A car as a device stores it to add entries without a connection; `recent` are its newest entries. */
export type LogCar = {
  id: string;
  nickname: string;
  description: string;
  fuels: Fuel[];
  role: VehicleRole;
  odometer_km: number | null;
  odometer_offset_km: number;
  odometer_state: (typeof ODOMETER_STATES)[number];
  recent: StoredEntry[];
};
/** Answer of `GET /api/vehicle-log`; `owner` is the account. */
export type LogAnswer = { owner: string; cars: LogCar[] };

export type EntryYear = { year: number; entries: number; totalCents: number; litres: number };
export type EntryFile = { id: string; entry_id: string | null; extension: string; name: string };
