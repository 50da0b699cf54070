import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { HelpCar } from "../../guide/breakdown/rules";
import { engineOf } from "./models/rules";
import { describeVehicle, type VehicleRole } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const COLUMNS =
  "id, owner_id, nickname, body_kind, make, model, version, year_made, year_model, color, engine, cooling, fuel_system, fuels, tank_litres, km_per_litre, cruise_kmh, toll_class, odometer_state, odometer_offset_km, odometer_km, odometer_is_estimated, story, status, photo_id, created_at, updated_at";

/** Own and shared cars outside the trash, each with the role of the account. */
export async function listVehicles(client: SessionClient, account: string) {
  const [vehicles, memberships] = await Promise.all([
    client.from("vehicles").select(COLUMNS).is("deleted_at", null).order("nickname").order("id"),
    client.from("vehicle_members").select("vehicle_id, role").eq("account_id", account),
  ]);
  const roles = new Map(orThrow(memberships).map(({ vehicle_id, role }) => [vehicle_id, role as VehicleRole]));
  return orThrow(vehicles).map((vehicle) => ({ ...vehicle, role: roleOf(vehicle, account, roles.get(vehicle.id)) }));
}
export type Vehicle = Awaited<ReturnType<typeof listVehicles>>[number];

/** The cars of the garage that are driven, as a breakdown needs them. */
export async function listHelpCars(client: SessionClient, account: string): Promise<HelpCar[]> {
  const cars = (await listVehicles(client, account)).filter(({ status }) => status !== "sold");
  return cars.map((car) => {
    const { fuel_system: fuelSystem, cooling } = engineOf(car);
    const name = [describeVehicle(car) || car.nickname, car.color].filter(Boolean).join(", ");
    return { id: car.id, name, fuelSystem, cooling };
  });
}

/** A car that the account owns or shares; null when it may not read it or the car is in the trash. */
export async function getVehicle(client: SessionClient, account: string, id: string): Promise<Vehicle | null> {
  const [vehicle, membership] = await Promise.all([
    client.from("vehicles").select(COLUMNS).eq("id", id).is("deleted_at", null).maybeSingle(),
    client.from("vehicle_members").select("role").eq("vehicle_id", id).eq("account_id", account).maybeSingle(),
  ]);
  const found = orThrow(vehicle);
  const role = orThrow(membership)?.role as VehicleRole | undefined;
  return found && { ...found, role: roleOf(found, account, role) };
}

const roleOf = (vehicle: { owner_id: string }, account: string, role: VehicleRole | undefined): VehicleRole =>
  vehicle.owner_id === account ? "owner" : (role ?? "viewer");

/** Own cars in the trash, the last deleted first. */
export async function listDeletedVehicles(client: SessionClient, account: string) {
  const rows = client.from("vehicles").select("id, nickname, make, model, version, year_made, year_model, deleted_at");
  return orThrow(
    await rows.eq("owner_id", account).not("deleted_at", "is", null).order("deleted_at", { ascending: false }),
  );
}
export type DeletedVehicle = Awaited<ReturnType<typeof listDeletedVehicles>>[number];

/** Plate, chassis and certificate of an own car; null before they are filled in and for other people. */
export async function getIdentity(client: SessionClient, vehicle: string) {
  const columns =
    "plate, plate_kind, chassis, cvcol_number, cvcol_class, cvcol_points, cvcol_club, cvcol_expires_on" as const;
  return orThrow(await client.from("vehicle_identities").select(columns).eq("vehicle_id", vehicle).maybeSingle());
}
export type VehicleIdentity = NonNullable<Awaited<ReturnType<typeof getIdentity>>>;

/** Photos of a car that belong to no entry of its log or diary, the newest first. */
export async function listPhotos(client: SessionClient, vehicle: string) {
  const photos = client.from("vehicle_files").select("id, name").eq("vehicle_id", vehicle).eq("kind", "photo");
  return orThrow(
    await photos.is("entry_id", null).is("diary_entry_id", null).order("created_at", { ascending: false }).order("id"),
  );
}

const STATE_ROWS = 100;

/** A filter for one of two columns with some ids; the nil id keeps an empty list valid. */
const anyOf = (ids: readonly string[]) => `(${["00000000-0000-0000-0000-000000000000", ...ids].join(",")})`;

/** Own trips that begin in a state or pass through it and what was noted on them, the newest first. */
export async function readStateLog(client: SessionClient, account: string, state: string) {
  const passing = orThrow(
    await client
      .from("vehicle_trips")
      .select("entry_id, entry:vehicle_entries!inner (trip_id)")
      .contains("states", [state])
      .is("entry.deleted_at", null)
      .limit(STATE_ROWS),
  );
  const passed = passing.flatMap(({ entry }) => (entry.trip_id ? [entry.trip_id] : []));
  const trips = orThrow(
    await client
      .from("trips")
      .select("id, title, start_on, status, km:route->km")
      .eq("owner_id", account)
      .or(`state_abbr.eq.${state},id.in.${anyOf(passed)}`)
      .is("deleted_at", null)
      .order("start_on", { ascending: false, nullsFirst: false })
      .order("id")
      .limit(STATE_ROWS),
  );
  const entries = await client
    .from("vehicle_entries")
    .select("id, vehicle_id, kind, on_date, km, title, total_cents, distance_km")
    .or(`trip_id.in.${anyOf(trips.map(({ id }) => id))},id.in.${anyOf(passing.map((trip) => trip.entry_id))}`)
    .is("deleted_at", null)
    .order("on_date", { ascending: false })
    .order("id")
    .limit(STATE_ROWS);
  return { trips, entries: orThrow(entries) };
}
export type StateLog = Awaited<ReturnType<typeof readStateLog>>;
