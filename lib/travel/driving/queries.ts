import "server-only";
import type { HelpCar } from "../../guide/breakdown/rules";
import type { Caller } from "../../platform/costs";
import type { Locale } from "../../platform/i18n/routing";
import { readAid } from "../facts/queries";
import { thinLine } from "../trips/rules";
import type { SavedTrip } from "../trips/schema";
import type { createSessionClient } from "../../platform/supabase/session";
import { engineOf } from "../../garage/vehicles/models/rules";
import { listVehicles } from "../../garage/vehicles/queries";
import { describeVehicle } from "../../garage/vehicles/rules";
import { plannedCar, type DrivingTrip } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** The cars of the garage that are driven, as a breakdown needs them. */
export async function listHelpCars(client: SessionClient, account: string): Promise<HelpCar[]> {
  const cars = (await listVehicles(client, account)).filter(({ status }) => status !== "sold");
  return cars.map((car) => {
    const { fuel_system: fuelSystem, cooling } = engineOf(car);
    const name = [describeVehicle(car) || car.nickname, car.color].filter(Boolean).join(", ");
    return { id: car.id, name, fuelSystem, cooling };
  });
}

/** What a device keeps of a trip: its line, stops and the known fuel and workshops beside it. */
export async function readDrivingTrip(
  { id, plan, route }: SavedTrip,
  isDone: boolean,
  reader: { locale: Locale; by: Caller; car: HelpCar | null },
): Promise<DrivingTrip> {
  const head = { id, title: plan.title, isDone, car: reader.car };
  // A route of other stops is one that was not computed again.
  if (!route || route.km === 0 || route.legs.length !== plan.stops.length - 1) return { ...head, way: null };
  const line = thinLine(route);
  let km = 0;
  const stops = plan.stops.flatMap(({ kind, name }, index) => {
    km += route.legs[index - 1]?.km ?? 0;
    return kind === "stop" ? [{ name, km }] : [];
  });
  return { ...head, way: { line, km: route.km, stops, ...(await readAid(line, route.km, reader)) } };
}
