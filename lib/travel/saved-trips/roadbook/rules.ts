import { greatCircleKm } from "../../../geo/geo/rules";
import type { Junction } from "../../../geo/roads/junctions";
import type { ConditionFacts } from "../../conditions/rules";
import type { CorridorPlace } from "../../facts/rules";
import type { StopTime, TripDay } from "../../trips/days/rules";
import { legMinutes } from "../../trips/rules";
import type { StoredRoute, TripPlan } from "../../trips/schema";
import {
  besideStage,
  climbNotices,
  fuelNotices,
  riseNotices,
  steepNotices,
  sunsetNotice,
  surfaceNotices,
  tollNotices,
  viewNotices,
  warningNotices,
  windingNotices,
  type Named,
  type Notice,
  type Plaza,
  type Town,
  type Warned,
} from "./notices";
import { stageLineOf, type StageLine } from "./runs";
import { turnsOf, type TurnLine } from "./turns";

/** What the server adds to a stored route; without it the roadbook has the roads and their turns only. */
export type BookFacts = {
  /** Junctions of the stage that begins at a stop of the plan, by its index. */
  junctions: ReadonlyMap<number, readonly Junction[]>;
  towns: readonly Town[];
  plazas: readonly Plaza[];
  warnings: readonly Warned[];
  places: readonly CorridorPlace[];
  conditions: ConditionFacts | null;
};

export const NO_FACTS: BookFacts = {
  junctions: new Map(),
  towns: [],
  plazas: [],
  warnings: [],
  places: [],
  conditions: null,
};

/** A turn with the town where it is and the next one on the way. */
type Direction = { kind: "turn"; place: string | null; toward: string };
/** Whether the junctions of every stage were looked for. */
export const hasJunctions = (days: readonly TripDay[], { junctions }: BookFacts): boolean =>
  days.flatMap(stagePairs).every(([from]) => junctions.has(from.index));

/** A line of the roadbook; kilometres since the start of the day, and since the turn or stop before. */
export type BookLine = ((TurnLine & Direction) | Notice) & { dayKm: number; partKm: number };

/** The way from one stop to the next; points that only bend the line are passed over. */
export type Stage = {
  from: StopTime;
  to: StopTime;
  km: number;
  estimatedKm: number;
  minutes: number;
  /** Kilometres since the start of the day, at the end of the stage. */
  dayKm: number;
  /** Kilometres from the last turn to the end. */
  lastKm: number;
  lines: readonly BookLine[];
};

/** Towns whose centre is this near to the line are passed, and give a junction its name. */
const [PASSED_KM, PLACE_KM] = [2.5, 3];
/** The direction on a sign is not the town in which one is. */
const TOWARD_KM = 3;

/** The stops of a day between which its stages are; points that only bend the line are passed over. */
export const stagePairs = ({ stops }: TripDay): [from: StopTime, to: StopTime][] => {
  const ends = stops.filter(({ stop }, index) => index === 0 || stop.kind !== "shape");
  return ends.slice(1).map((to, index) => [ends[index]!, to]);
};

/** The line of the route from one stop of a day to another. */
export const lineBetween = (route: StoredRoute, from: StopTime, to: StopTime): StageLine =>
  stageLineOf(route, from.index, to.index, from.km);

type Passed = Town & { km: number };

function directionsOf(line: StageLine, to: StopTime, passed: readonly Passed[], turns: readonly TurnLine[]) {
  return turns.map((turn): TurnLine & Direction => {
    const at = line.points[line.kmAt.findIndex((km) => km >= turn.km)] ?? line.points.at(-1)!;
    const away = ({ lat, lng }: Named) => greatCircleKm({ lat: at[0], lng: at[1] }, { lat, lng });
    const [place] = passed.filter((town) => away(town) <= PLACE_KM).toSorted((a, b) => away(a) - away(b));
    const toward = passed.find(({ km, name }) => km >= turn.km + TOWARD_KM && name !== place?.name);
    return { ...turn, kind: "turn", place: place?.name ?? null, toward: toward?.name ?? to.stop.name };
  });
}

/** Towns on the way that no turn names as its place. */
function townNotices(passed: readonly Passed[], ends: readonly StopTime[], turns: readonly Direction[]) {
  const isNamed = ({ name }: Named) =>
    turns.some(({ place }) => place === name) || ends.some(({ stop }) => stop.name.startsWith(name));
  return passed
    .filter((town) => !isNamed(town))
    .map(({ km, name, metres }): Notice => ({ km, kind: "town", name, metres }));
}

function noticesOf(line: StageLine, route: StoredRoute, facts: BookFacts, isLast: boolean): Notice[] {
  const profile = route.profile ?? [];
  const { conditions, places, plazas, warnings } = facts;
  const ofTrip = [
    ...(conditions ? fuelNotices(conditions, places) : []),
    ...climbNotices(profile),
    ...steepNotices(conditions?.grades ?? [], profile),
  ];
  return [
    ...ofTrip.filter(({ km }) => km >= line.fromKm && (km < line.toKm || isLast)),
    ...surfaceNotices(line),
    ...windingNotices(line),
    ...viewNotices(line, places),
    ...tollNotices(line, plazas),
    ...warningNotices(line, warnings),
  ];
}

/** The lines of a stage in the order of travel, each with its kilometres of the day and since the turn before. */
function linesOf(line: StageLine, rows: readonly ((TurnLine & Direction) | Notice)[], dayStartKm: number): BookLine[] {
  let turnKm = line.fromKm;
  return rows
    .toSorted((a, b) => a.km - b.km)
    .map((row) => {
      const placed = { ...row, dayKm: row.km - dayStartKm, partKm: row.km - turnKm };
      if (row.kind === "turn") turnKm = row.km;
      return placed;
    });
}

function stageOf(day: TripDay, [from, to]: [StopTime, StopTime], plan: TripPlan, route: StoredRoute, facts: BookFacts) {
  const legs = route.legs.slice(from.index, to.index);
  const line = lineBetween(route, from, to);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const roads = turnsOf(line, facts.junctions.get(from.index) ?? []).filter(({ road }) => road.kind === "road");
  const passed = besideStage(line, facts.towns, PASSED_KM);
  const turns = directionsOf(line, to, passed, roads);
  const isLast = to.index === plan.stops.length - 1;
  const start = day.stops[0]!.km;
  const notices = [
    ...noticesOf(line, route, facts, isLast),
    ...townNotices(passed, [from, to], turns),
    ...riseNotices(passed, route.profile ?? []),
    ...sunsetNotice(day).filter(({ km }) => km >= line.fromKm && km < line.toKm),
  ];
  return {
    from,
    to,
    km: to.km - from.km,
    estimatedKm: sum(legs.map(({ estimatedKm }) => estimatedKm)),
    minutes: sum(legs.map((_leg, index) => legMinutes(route, from.index + index, plan.car.cruiseKmh))),
    dayKm: to.km - start,
    lastKm: to.km - (turns.at(-1)?.km ?? from.km),
    lines: linesOf(line, [...turns, ...notices], start),
  };
}

/** The stages of a day with their turns and what one passes; the warnings of a route of the guide once a day. */
export function stagesOf(day: TripDay, plan: TripPlan, route: StoredRoute, facts: BookFacts): Stage[] {
  const warned = new Set<string>();
  return stagePairs(day).map((pair) => {
    const stage = stageOf(day, pair, plan, route, facts);
    const lines = stage.lines.filter((line) => line.kind !== "warning" || !warned.has(line.name));
    for (const line of lines) if (line.kind === "warning") warned.add(line.name);
    return { ...stage, lines };
  });
}
