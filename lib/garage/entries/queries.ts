import "server-only";
import { z } from "zod";
import { pageRange } from "../../platform/paging";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { describeVehicle, type Fuel } from "../vehicles/rules";
import { listVehicles, type Vehicle } from "../vehicles/queries";
import { ENTRIES_PER_PAGE, EXPENSE_CATEGORIES, RECENT_ENTRIES, SERVICE_CATEGORIES, type EntryList } from "./rules";
import type { EntryFile, EntryYear, LogCar, StoredEntry } from "./schema";
import { LOG_ENTRY_KINDS, FUELS } from "../../platform/supabase/database-constants/garage";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const numberOrNull = z.number().nullable();

/** An entry as the functions of the database answer it. */
export const storedEntry: z.ZodType<StoredEntry> = z.object({
  id: z.string(),
  vehicle_id: z.string(),
  kind: z.enum(LOG_ENTRY_KINDS),
  on_date: z.string(),
  reading_km: numberOrNull,
  offset_km: z.number(),
  estimated_km: numberOrNull,
  km: numberOrNull,
  replaces_odometer: z.boolean(),
  title: z.string(),
  notes: z.string(),
  place: z.string(),
  lat: numberOrNull,
  lng: numberOrNull,
  fuel: z.enum(FUELS).nullable(),
  ethanol_pct: numberOrNull,
  litres: numberOrNull,
  is_full: z.boolean().nullable(),
  missed_previous: z.boolean(),
  category: z.enum([...SERVICE_CATEGORIES, ...EXPENSE_CATEGORIES]).nullable(),
  total_cents: numberOrNull,
  parts_cents: numberOrNull,
  labour_cents: numberOrNull,
  trip_id: z.string().nullable(),
  distance_km: numberOrNull,
  version: z.number(),
  deleted_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

const COLUMNS =
  "id, vehicle_id, kind, on_date, reading_km, offset_km, estimated_km, km, replaces_odometer, title, notes, place, lat, lng, fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id, distance_km, version, deleted_at, created_at, updated_at";

/** The newest entries of a car, the newest first. */
export async function listEntries(
  client: SessionClient,
  vehicle: string,
  { limit }: { limit: number },
): Promise<StoredEntry[]> {
  const found = await client
    .from("vehicle_entries")
    .select(COLUMNS)
    .eq("vehicle_id", vehicle)
    .is("deleted_at", null)
    .order("on_date", { ascending: false })
    .order("id")
    .limit(limit);
  return orThrow(found) as StoredEntry[];
}

/** Years of a list with what was noted in each, the newest first. */
export async function listEntryYears(client: SessionClient, vehicle: string, list: EntryList): Promise<EntryYear[]> {
  const years = orThrow(await client.rpc("vehicle_entry_years", { vehicle, list }));
  return years.map(({ year, entries, total_cents, litres }) => ({ year, entries, totalCents: total_cents, litres }));
}

/** One page of the entries of a year with their files, the newest first. */
export async function listEntryPage(
  client: SessionClient,
  vehicle: string,
  { list, year, page }: { list: EntryList; year: number; page: number },
): Promise<{ entries: StoredEntry[]; files: EntryFile[] }> {
  let rows = client.from("vehicle_entries").select(COLUMNS).eq("vehicle_id", vehicle).is("deleted_at", null);
  if (list === "fuel") rows = rows.eq("kind", "fuel");
  if (list === "service") rows = rows.or("kind.eq.service,category.eq.part");
  const found = await rows
    .gte("on_date", `${year}-01-01`)
    .lte("on_date", `${year}-12-31`)
    .order("on_date", { ascending: false })
    .order("id")
    .range(...pageRange(page, ENTRIES_PER_PAGE));
  const entries = orThrow(found) as StoredEntry[];
  const files = await client
    .from("vehicle_files")
    .select("id, entry_id, extension, name")
    .in(
      "entry_id",
      entries.map(({ id }) => id),
    )
    .order("created_at");
  return { entries, files: orThrow(files) };
}

const toLogCar = (car: Vehicle, entries: readonly StoredEntry[]): LogCar => ({
  id: car.id,
  nickname: car.nickname,
  description: describeVehicle(car),
  fuels: car.fuels as Fuel[],
  role: car.role,
  odometer_km: car.odometer_km,
  odometer_offset_km: car.odometer_offset_km,
  odometer_state: car.odometer_state as LogCar["odometer_state"],
  recent: entries.filter(({ vehicle_id }) => vehicle_id === car.id),
});

/** A car with its newest entries. */
export const logCarOf = async (client: SessionClient, car: Vehicle): Promise<LogCar> =>
  toLogCar(car, await listEntries(client, car.id, { limit: RECENT_ENTRIES }));

/** The cars that an account reads, each with its newest entries, as a device stores them. */
export async function listLogCars(client: SessionClient, account: string): Promise<LogCar[]> {
  const [cars, recent] = await Promise.all([
    listVehicles(client, account),
    client.rpc("recent_vehicle_entries", { per_vehicle: RECENT_ENTRIES }),
  ]);
  const entries = z.array(storedEntry).parse(orThrow(recent));
  return cars.map((car) => toLogCar(car, entries));
}
