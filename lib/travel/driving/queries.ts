import "server-only";
import type { Caller } from "../../platform/costs";
import type { Locale } from "../../platform/i18n/routing";
import { readAid } from "../facts/queries";
import { thinLine } from "../trips/rules";
import type { SavedTrip } from "../trips/schema";
import type { HelpCar } from "../../guide/breakdown/rules";
import type { DrivingTrip } from "./rules";

/** What a device stores of a trip for use without a connection: its line, its stops, petrol stations and workshops. */
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
