import { fold } from "../../platform/slug";
import type { PlannerCar } from "../../travel/trips/schema";
import { vehiclePath, type Fuel } from "../vehicles/rules";
import type { KM_SOURCES } from "../../platform/supabase/database-constants/garage";

/** A car as the planner and the form of a finished trip show it. */
export type GarageCar = PlannerCar & {
  fuels: Fuel[];
  /** Reading that the odometer showed last; null when it is not known. */
  readingKm: number | null;
  isOdometerBroken: boolean;
};

/** Page with the diary of a car. */
export const diaryPath = (vehicle: string): string => `${vehiclePath(vehicle, "trips")}/diario`;

/** Anchor of an entry on the page of the diary. */
export const entryAnchor = (entry: string): string => `registro-${entry}`;

export type KmSource = (typeof KM_SOURCES)[number];

const rounded = (km: number) => Math.round(km * 10) / 10;

type Recorded = { km: number | null; gap_km: number | null };

/** Kilometres that the form of a finished trip proposes: those of the recorded tracks, otherwise the planned ones. */
export function proposedKm(
  tracks: readonly Recorded[],
  plannedKm: number | null,
): { km: number; source: "recorded" | "planned" } | null {
  const recorded = tracks.reduce((sum, { km, gap_km: gap }) => sum + (km ?? 0) + (gap ?? 0), 0);
  if (recorded >= 0.1) return { km: rounded(recorded), source: "recorded" };
  return plannedKm === null || plannedKm <= 0 ? null : { km: rounded(plannedKm), source: "planned" };
}

type Typed = { start: number | null; end: number | null; km: number | null };
type Proposed = { km: number; source: KmSource } | null;

/**
 * The distance of a trip: two readings decide it, otherwise what is typed; a proposal that was not changed keeps its
 * source. Null without kilometres or when the odometer would turn back.
 */
export function drivenKm(
  { start, end, km }: Typed,
  proposed: Proposed,
): { km: number; source: KmSource } | "missing" | "back" {
  if (start !== null && end !== null) return end < start ? "back" : { km: rounded(end - start), source: "odometer" };
  if (km === null) return "missing";
  return { km: rounded(km), source: proposed?.km === rounded(km) ? proposed.source : "typed" };
}

type Place = { kind: string; name: string };

/** Names of the first and the last stop of a plan; empty without a name. */
export function endsOf(stops: readonly Place[]): { origin: string; destination: string } {
  const named = stops.filter(({ kind }) => kind === "stop");
  return { origin: named[0]?.name ?? "", destination: (named.length > 1 ? named.at(-1)?.name : "") ?? "" };
}

/** Cents per kilometre; null without kilometres or costs. */
export const centsPerKm = (cents: number, km: number | null): number | null => (!km || cents === 0 ? null : cents / km);

type Trip = { on_date: string; states: readonly string[] };
export type TripFilter = { year: number | null; state: string | null };

/** The trips of a year and those that pass through a state. */
export const filterTrips = <Row extends Trip>(trips: readonly Row[], { year, state }: TripFilter): Row[] =>
  trips.filter(
    ({ on_date, states }) =>
      (year === null || on_date.startsWith(`${year}-`)) && (state === null || states.includes(state)),
  );

/** Years and states of some trips: the newest year first, the states by their code. */
export const tripFacets = (trips: readonly Trip[]): { years: number[]; states: string[] } => ({
  years: [...new Set(trips.map(({ on_date }) => Number(on_date.slice(0, 4))))].toSorted((a, b) => b - a),
  states: [...new Set(trips.flatMap(({ states }) => states))].toSorted(),
});

type Town = { name: string; state_abbr: string };

/** Towns whose name begins with what is typed, `Urubici` or `Urubici, SC`; the exact ones first. */
export function matchTowns<Row extends Town>(towns: readonly Row[], typed: string, limit: number): Row[] {
  const [, name = typed, state] = /^(.*?)(?:\s*[,(/-]\s*([a-z]{2})\)?)?$/i.exec(typed.trim()) ?? [];
  const wanted = fold(name);
  return towns
    .filter((town) => fold(town.name).startsWith(wanted) && (!state || town.state_abbr === state.toUpperCase()))
    .toSorted((a, b) => a.name.length - b.name.length || a.name.localeCompare(b.name))
    .slice(0, limit);
}

/** From and to of a trip as one text; empty without a place. */
export const routeText = ({ origin, destination }: { origin: string; destination: string }): string =>
  [origin, destination].filter(Boolean).join(" → ");

/** The year and the state that the address of the list names; null for a value that is none. */
export function tripFilterOf(query: Readonly<Record<string, unknown>>): TripFilter {
  const [year, state] = [query.ano, query.uf];
  return {
    year: typeof year === "string" && /^(?:19|20)\d\d$/.test(year) ? Number(year) : null,
    state: typeof state === "string" && /^[a-z]{2}$/i.test(state) ? state.toUpperCase() : null,
  };
}
