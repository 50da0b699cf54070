import { STATES } from "../../geo/states/rules";
import { LEG_SKIPS } from "../../platform/supabase/database-constants/guide";
import { STATE_DUTIES } from "../../platform/supabase/database-constants/panel";

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

type Duty = (typeof STATE_DUTIES)[number];

export type Coverage = { duty: Duty; covered: number; states: { abbr: string; name: string }[] };

/** A scheduled publication of a post or the due date of a task. */
export type CalendarEntry = { kind: "post" | "task"; title: string; path: string; at: string; who: string | null };

/** The states without an assignment, by duty. */
export function uncovered(assignments: readonly { state_abbr: string; duty: string }[]): Coverage[] {
  return STATE_DUTIES.map((duty) => {
    const taken = new Set(assignments.filter((one) => one.duty === duty).map((one) => one.state_abbr));
    const states = STATES.filter(({ abbr }) => !taken.has(abbr)).map(({ abbr, name }) => ({ abbr, name }));
    return { duty, covered: STATES.length - states.length, states };
  });
}

/** A leg of a route without the points of its line; `km` is null where there is none. */
export type CheckedLeg = {
  from_position: number;
  to_position: number;
  needs: readonly string[];
  km: number | null;
  roads: readonly string[];
  skip: string | null;
  detail: string | null;
};
export type CheckedRoute = {
  id: string;
  name: string;
  state_abbr: string;
  roads: readonly string[];
  /** Length that an editor entered, also when the line is shown instead. */
  editor_km: number | null;
  legs: readonly CheckedLeg[];
};
type Skip = (typeof LEG_SKIPS)[number];

export type LineFinding = {
  id: string;
  name: string;
  abbr: string;
  /** Road numbers of the text that no leg uses; empty when a leg has no line or no road number. */
  onlyInText: string[];
  /** Road numbers of the lines that the text does not name. */
  onlyOnLine: string[];
  missing: { from: number; to: number; skip: Skip | null; detail: string }[];
  /** Legs with a line from a source that is switched off. */
  waiting: { from: number; to: number; sources: string }[];
  /** Kilometres that an editor entered, and those of the lines, when they differ by more than 5 %: the route then shows
   * the line. */
  otherLength: { editor: number; line: number } | null;
};

/** Share by which the length of an editor may differ from a complete line; SQL: `private.measure_regions`. */
const MAX_LENGTH_ERROR = 0.05;
const hasNumber = (road: string) => /\d/.test(road);
const roadName = (road: string) => road.toUpperCase().replace(/\s+/g, "");

/** What an editor should check on a route's lines; null when there is nothing. */
export function lineFindingOf(route: CheckedRoute, sourcesOn: readonly string[]): LineFinding | null {
  const isOn = ({ needs }: CheckedLeg) => needs.every((source) => sourcesOn.includes(source));
  const used = legsPerPair(route.legs.filter(isOn));
  const missing = used.filter(({ km }) => km === null);
  const text = route.roads.filter(hasNumber).map(roadName);
  const line = used.flatMap(({ roads }) => roads.filter(hasNumber).map(roadName));
  const isNumbered = missing.length === 0 && used.every(({ roads }) => roads.length > 0);
  const finding: LineFinding = {
    id: route.id,
    name: route.name,
    abbr: route.state_abbr,
    onlyInText: isNumbered ? unique(text.filter((road) => !line.includes(road))) : [],
    onlyOnLine: text.length > 0 ? unique(line.filter((road) => !text.includes(road))) : [],
    missing: missing.map(({ from_position: from, to_position: to, skip, detail }) => ({
      from,
      to,
      skip: LEG_SKIPS.find((one) => one === skip) ?? null,
      detail: detail ?? "",
    })),
    waiting: route.legs
      .filter((leg) => leg.km !== null && !isOn(leg))
      .map(({ from_position: from, to_position: to, needs }) => ({ from, to, sources: needs.join(", ") })),
    otherLength: missing.length === 0 ? otherLengthOf(route, used) : null,
  };
  const { onlyInText, onlyOnLine, waiting, otherLength } = finding;
  const total = onlyInText.length + onlyOnLine.length + missing.length + waiting.length;
  return total > 0 || otherLength ? finding : null;
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** The leg in use between each pair of stops: one with a line before one without, then more sources. */
function legsPerPair(legs: readonly CheckedLeg[]): CheckedLeg[] {
  const rank = ({ km, needs }: CheckedLeg) => (km === null ? 0 : 1 + needs.length);
  const best = new Map<string, CheckedLeg>();
  for (const leg of legs) {
    const pair = `${leg.from_position}-${leg.to_position}`;
    const other = best.get(pair);
    if (!other || rank(leg) > rank(other)) best.set(pair, leg);
  }
  return [...best.values()];
}

function otherLengthOf({ editor_km }: CheckedRoute, used: readonly CheckedLeg[]) {
  if (editor_km === null || used.length === 0) return null;
  const line = used.reduce((sum, { km }) => sum + (km ?? 0), 0);
  const isOther = Math.abs(editor_km - line) > line * MAX_LENGTH_ERROR;
  return isOther ? { editor: editor_km, line: Math.round(line) } : null;
}
