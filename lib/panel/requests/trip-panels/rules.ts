import { slugOf } from "../../../platform/slug";
import { STATES } from "../../../geo/states/rules";
import { EMPTY_PLAN } from "../../../travel/trips/rules";
import type { TripPlan, TripStop } from "../../../travel/trips/schema";

export type Town = { name: string; state_abbr: string; lat: number; lng: number };

/** What the planned trip takes from an application for a trip panel. */
export type PanelRequest = {
  origin: string;
  destination: string;
  states: readonly string[];
  start_on: string | null;
  km_per_day: number | null;
  vehicles: readonly string[];
};

const MAX_TITLE = 120;
const MAX_CAR = 80;
const WITH_STATE = /^(.+?)\s*(?:[,/(–]|\s-)\s*([^,/()]+?)\s*\)?$/;

/** A state by its two letters or its name; null for any other text. */
function stateOf(text: string): string | null {
  const slug = slugOf(text);
  return STATES.find(({ abbr, name }) => abbr.toLowerCase() === slug || slugOf(name) === slug)?.abbr ?? null;
}

/**
 * The town that a typed text names beyond doubt: with its state ("Lages/SC", "Lages - Santa Catarina"), with a name that
 * only one town of Brazil has, or only one town of the states of the application.
 */
export function townOf(typed: string, states: readonly string[], towns: readonly Town[]): Town | null {
  const [, name, rest] = WITH_STATE.exec(typed.trim()) ?? [];
  const state = rest === undefined ? null : stateOf(rest);
  const slug = slugOf(state === null ? typed : name!);
  const sameName = towns.filter((town) => slugOf(town.name) === slug);
  const found = state === null ? sameName : sameName.filter(({ state_abbr }) => state_abbr === state);
  if (found.length < 2) return found[0] ?? null;
  const inStates = found.filter(({ state_abbr }) => states.includes(state_abbr));
  return inStates.length === 1 ? inStates[0]! : null;
}

const stopOf = (id: string, { name, state_abbr: state, lat, lng }: Town): TripStop => ({
  id,
  kind: "stop",
  name: `${name} (${state})`,
  lat,
  lng,
  stayMinutes: 0,
  nights: 0,
  note: "",
  subject: null,
});

/** The first plan of the team for an application, and the places that it could not match with a town. */
export function startPlanOf(application: PanelRequest, towns: readonly Town[]): { plan: TripPlan; unknown: string[] } {
  const places = [
    ["origin", application.origin],
    ["destination", application.destination],
  ] as const;
  const found = places.map(([id, typed]) => ({ id, typed, town: townOf(typed, application.states, towns) }));
  const [car, ...others] = application.vehicles;
  return {
    plan: {
      ...EMPTY_PLAN,
      title: `${application.origin} → ${application.destination}`.slice(0, MAX_TITLE).trim(),
      stops: found.flatMap(({ id, town }) => (town ? [stopOf(id, town)] : [])),
      leaveOn: application.start_on,
      maxKmPerDay: application.km_per_day,
      // Several cars have no common figures.
      car: { ...EMPTY_PLAN.car, name: car !== undefined && others.length === 0 ? car.slice(0, MAX_CAR) : "" },
    },
    unknown: found.filter(({ town }) => town === null).map(({ typed }) => typed),
  };
}
