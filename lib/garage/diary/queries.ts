import "server-only";
import { listCities } from "../../geo/municipalities/rules";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { listVehicles, type Vehicle } from "../vehicles/queries";
import { describeVehicle } from "../vehicles/rules";
import { matchTowns, type GarageCar } from "./rules";
import type { NearbyTown } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const readingOf = ({ odometer_km: km, odometer_offset_km: offset, odometer_is_estimated: isEstimated }: Vehicle) =>
  km === null || isEstimated ? null : Math.max(0, Math.round((km - offset) * 10) / 10);

/** The cars whose log the account writes: own ones, then those it edits. */
export async function listGarageCars(client: SessionClient, account: string): Promise<GarageCar[]> {
  const cars = (await listVehicles(client, account)).filter(({ role }) => role !== "viewer");
  return cars
    .toSorted((a, b) => Number(b.role === "owner") - Number(a.role === "owner"))
    .map((car) => ({
      id: car.id,
      nickname: car.nickname,
      description: describeVehicle(car),
      fuels: car.fuels as GarageCar["fuels"],
      cruiseKmh: car.cruise_kmh,
      tankLitres: car.tank_litres,
      kmPerLitre: car.km_per_litre,
      tollClass: car.toll_class,
      readingKm: car.odometer_state === "broken" ? null : readingOf(car),
      isOdometerBroken: car.odometer_state === "broken",
    }));
}

/** The car that an own trip was planned with, and the cars in whose log it is noted. */
export async function readTripCars(client: SessionClient, trip: string) {
  const [row, noted] = await Promise.all([
    client.from("trips").select("vehicle_id").eq("id", trip).maybeSingle(),
    client
      .from("vehicle_entries")
      .select("id, distance_km, car:vehicles!vehicle_entries_vehicle_id_owner_id_fkey!inner (id, nickname)")
      .eq("trip_id", trip)
      .eq("kind", "trip")
      .is("deleted_at", null)
      .is("car.deleted_at", null),
  ]);
  return { vehicle: orThrow(row)?.vehicle_id ?? null, noted: orThrow(noted) };
}

/** Trips in the log of a car, the newest first, with what they cost. */
export async function listLoggedTrips(client: SessionClient, vehicle: string) {
  return orThrow(await client.rpc("list_vehicle_trips", { vehicle }));
}
export type LoggedTripRow = Awaited<ReturnType<typeof listLoggedTrips>>[number];

const MAX_PLANNED = 50;

/** Own trips that were planned with a car: those not closed yet, and closed ones that its log does not have. */
export async function listPlannedTrips(client: SessionClient, account: string, vehicle: string) {
  const rows = await client
    .from("trips")
    .select(
      "id, title, start_on, state_abbr, done_at, km:route->km, entries:vehicle_entries!vehicle_entries_trip_id_fkey (id)",
    )
    .eq("owner_id", account)
    .eq("vehicle_id", vehicle)
    .is("deleted_at", null)
    .eq("entries.vehicle_id", vehicle)
    .eq("entries.kind", "trip")
    .is("entries.deleted_at", null)
    .order("start_on", { nullsFirst: false })
    .order("id")
    .limit(MAX_PLANNED);
  return orThrow(rows)
    .filter(({ entries }) => entries.length === 0)
    .map(({ entries: _entries, km, ...trip }) => ({ ...trip, km: km === null ? null : Number(km) }));
}
export type PlannedTripRow = Awaited<ReturnType<typeof listPlannedTrips>>[number];

const DIARY_COLUMNS =
  "id, on_date, title, body, place, lat, lng, weather, trip_id, trip:trips (id, title), photos:vehicle_files (id)";

/** The diary of a car, the newest entry first; with `isDeleted` what is in the trash. */
export async function listDiary(client: SessionClient, vehicle: string, { isDeleted = false } = {}) {
  const all = client.from("vehicle_diary_entries").select(DIARY_COLUMNS).eq("vehicle_id", vehicle);
  const rows = isDeleted ? all.not("deleted_at", "is", null) : all.is("deleted_at", null);
  return orThrow(await rows.order("on_date", { ascending: false }).order("id").limit(1000));
}
export type DiaryRow = Awaited<ReturnType<typeof listDiary>>[number];

/** Own trips that an entry of the diary can belong to, the last saved first. */
export async function listTripChoices(client: SessionClient, account: string) {
  const rows = client.from("trips").select("id, title, start_on").eq("owner_id", account).is("deleted_at", null);
  return orThrow(await rows.order("updated_at", { ascending: false }).order("id").limit(200));
}

const MAX_TOWNS = 6;

/** Towns of the IBGE list by the beginning of their name, with the position of their seat. */
export const findTowns = (typed: string): NearbyTown[] =>
  matchTowns(listCities(), typed, MAX_TOWNS).map(({ name, state_abbr: state, lat, lng }) => ({
    name: `${name}, ${state}`,
    lat,
    lng,
  }));
