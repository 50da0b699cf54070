import type { GeoPoint } from "@/lib/geo/geo/rules";
import type { PlannerCar, TripPlan, TripStop } from "@/lib/travel/trips/schema";
import { TOLL_CLASSES } from "@/lib/platform/supabase/database-constants/garage";

/** The most points that a road route takes. */
export const MAX_STOPS = 25;

export type NewStop = GeoPoint & Pick<TripStop, "name"> & Partial<Pick<TripStop, "subject" | "kind" | "note">>;

/** Five decimals are one metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

function stopOf({ name, lat, lng, note = "", subject = null, kind = "stop" }: NewStop): TripStop {
  return {
    id: crypto.randomUUID(),
    kind,
    name: name.slice(0, 120),
    lat: rounded(lat),
    lng: rounded(lng),
    stayMinutes: 0,
    nights: 0,
    note,
    subject,
  };
}

/** The plan with stops inserted at a position; those above the limit are left out. */
export function insertStops(plan: TripPlan, at: number, added: readonly NewStop[]): TripPlan {
  const room = MAX_STOPS - plan.stops.length;
  return { ...plan, stops: plan.stops.toSpliced(at, 0, ...added.slice(0, room).map(stopOf)) };
}

export const changeStop = (plan: TripPlan, id: string, change: Partial<TripStop>): TripPlan => ({
  ...plan,
  stops: plan.stops.map((stop) => (stop.id === id ? { ...stop, ...change } : stop)),
});

export const removeStop = (plan: TripPlan, id: string): TripPlan => ({
  ...plan,
  stops: plan.stops.filter((stop) => stop.id !== id),
});

/** Moves a stop to another position; the same plan when there is no such position. */
export function moveStop(plan: TripPlan, from: number, to: number): TripPlan {
  const stop = plan.stops[from];
  if (!stop || to < 0 || to >= plan.stops.length || from === to) return plan;
  return { ...plan, stops: plan.stops.toSpliced(from, 1).toSpliced(to, 0, stop) };
}

export const moveTo = (plan: TripPlan, id: string, { lat, lng }: GeoPoint): TripPlan =>
  changeStop(plan, id, { lat: rounded(lat), lng: rounded(lng), subject: null });

/** The car of a plan filled from one of the garage; the fuel price stays, and the speed when the garage has none. */
export function carFromGarage(car: TripPlan["car"], chosen: PlannerCar): TripPlan["car"] {
  return {
    ...car,
    vehicleId: chosen.id,
    name: [chosen.nickname, chosen.description].filter(Boolean).join(" · ").slice(0, 80),
    cruiseKmh: chosen.cruiseKmh ?? car.cruiseKmh,
    tankLitres: chosen.tankLitres,
    kmPerLitre: chosen.kmPerLitre,
    tollClass: TOLL_CLASSES.find((key) => key === chosen.tollClass) ?? "car",
  };
}
