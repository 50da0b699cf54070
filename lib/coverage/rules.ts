import { STATES } from "../states/rules";

/** Parts of a complete state guide, in the order an editor would write them. */
export const STATE_PARTS = [
  "headline",
  "intro",
  "best_season",
  "how_to_arrive",
  "phones",
  "routes",
  "photo_points",
  "in_english",
  "in_spanish",
] as const;
type StatePart = (typeof STATE_PARTS)[number];

/** Minimum number of routes of a complete state guide. */
export const MIN_ROUTES = 5;

export type StateFacts = { state_abbr: string; phones: number; routes: number; photo_points: number } & Record<
  Exclude<StatePart, "phones" | "routes" | "photo_points">,
  boolean
>;
export type Completeness = { abbr: string; name: string; done: number; routes: number; missing: StatePart[] };

/** Counts the existing parts of a state's guide and lists the missing ones. */
export function completenessOf(facts: StateFacts): Completeness {
  const has: Record<StatePart, boolean> = {
    ...facts,
    phones: facts.phones > 0,
    routes: facts.routes >= MIN_ROUTES,
    photo_points: facts.photo_points > 0,
  };
  const missing = STATE_PARTS.filter((part) => !has[part]);
  return {
    abbr: facts.state_abbr,
    name: nameOf(facts.state_abbr),
    done: STATE_PARTS.length - missing.length,
    routes: facts.routes,
    missing,
  };
}

const nameOf = (abbr: string) => STATES.find((state) => state.abbr === abbr)?.name ?? abbr;

const DUTIES = ["editor", "reviewer", "commercial"] as const;
type Duty = (typeof DUTIES)[number];

export type Coverage = { duty: Duty; covered: number; states: { abbr: string; name: string }[] };

/** A scheduled publication of a post or the due date of a task. */
export type CalendarEntry = { kind: "post" | "task"; title: string; path: string; at: string; who: string | null };

/** The states without an assignment, by duty. */
export function uncovered(assignments: readonly { state_abbr: string; duty: string }[]): Coverage[] {
  return DUTIES.map((duty) => {
    const taken = new Set(assignments.filter((one) => one.duty === duty).map((one) => one.state_abbr));
    const states = STATES.filter(({ abbr }) => !taken.has(abbr)).map(({ abbr, name }) => ({ abbr, name }));
    return { duty, covered: STATES.length - states.length, states };
  });
}
