import type { GeoPoint } from "../../../geo/geo/rules";
import { addDays } from "../../../platform/dates";
import { avoidablesOf } from "../../../geo/roads/rules";
import { sunMinutes } from "../../trips/days/rules";
import { fuelOf, type Span } from "../../trips/rules";
import type { Profile, StoredRoute, TripPlan } from "../../trips/schema";
import { climbOf, SLOPE_KM, steepest } from "../elevation/rules";
import { rangeSpans, type RangeSpan } from "../range/rules";
import {
  rate,
  severityOf,
  isCounted,
  type ConditionFacts,
  type ConditionSettings,
  type FactorResult,
  type GradeSpan,
  type PlaceMarks,
  type Light,
  type Severity,
} from "../rules";
import { placedSections, pointAt, stretchesOf, type PlacedSection, type Stretch } from "../stretches/rules";

/** Largest unknown share of a stretch with which a factor that has no known problem still counts as known. */
const MAX_UNKNOWN_SHARE = 0.1;
/** Distance between the points at which the way to the nearest workshop is measured. */
const STEP_KM = 1;
const DAY = 24 * 60;

export type RatedStretch = Stretch & { light: Light; rated: number; total: number; factors: FactorResult[] };

type Grade = Omit<FactorResult, "factor">;
const unknown = (reason: string): Grade => ({ severity: null, reason, values: {} });

const overlapKm = (a: Span, b: Span) => Math.max(0, Math.min(a.toKm, b.toKm) - Math.max(a.fromKm, b.fromKm));
const lengthOf = ({ fromKm, toKm }: Span) => toKm - fromKm;
const isMostlyUnknown = (km: number, stretch: Span) => km > lengthOf(stretch) * MAX_UNKNOWN_SHARE;
const isFerry = ({ kind, roadClass }: PlacedSection) => kind === "ferry" || roadClass === "ferry";

/** The range of the tank along a route, cut at `cuts` too; null without the figures of the car. */
export function rangeOfTrip(
  car: TripPlan["car"],
  route: StoredRoute,
  { fuel, settings }: ConditionFacts,
  cuts: readonly number[] = [],
): RangeSpan[] | null {
  const { rangeKm } = fuelOf(route, car);
  if (rangeKm === null) return null;
  const ferries = placedSections(route).filter(isFerry);
  return rangeSpans(fuel, { totalKm: route.km, ferries, cuts }, rangeKm, settings);
}

function fuelFactor(stretch: Stretch, range: readonly RangeSpan[] | null): Grade {
  if (!range) return unknown("fuelNoCar");
  const inside = range.filter((span) => overlapKm(span, stretch) > 0.01);
  const kmOf = (light: Light) =>
    inside.filter((span) => span.light === light).reduce((sum, span) => sum + overlapKm(span, stretch), 0);
  const severity = kmOf("red") > 0 ? 2 : kmOf("yellow") > 0 ? 1 : 0;
  if (severity === 0 && isMostlyUnknown(kmOf("grey"), stretch)) return unknown("fuelNoData");
  const lefts = inside.flatMap(({ leftKm }) => leftKm ?? []);
  if (lefts.length === 0) return { severity, reason: "fuelLow", values: {} };
  const left = Math.min(...lefts);
  return left < 0
    ? { severity, reason: "fuelEmpty", values: { km: -left } }
    : { severity, reason: "fuelLeft", values: { km: left } };
}

function unpavedFactor(stretch: Stretch, sections: readonly PlacedSection[], settings: ConditionSettings): Grade {
  const sum = (wanted: (section: PlacedSection) => boolean) =>
    sections.filter(wanted).reduce((total, section) => total + overlapKm(section, stretch), 0);
  const isUnpaved = ({ roadClass, surface }: PlacedSection) => avoidablesOf(roadClass, surface).includes("unpaved");
  const isMain = ({ roadClass }: PlacedSection) => roadClass === "motorway" || roadClass === "trunk";
  const km = sum(isUnpaved);
  const paved = sum((one) => !isUnpaved(one) && (one.surface === "paved" || isMain(one) || isFerry(one)));
  const severity = severityOf("unpaved", km, settings);
  if (severity === 0 && isMostlyUnknown(lengthOf(stretch) - km - paved, stretch)) return unknown("unpavedNoData");
  return { severity, reason: km >= 0.5 ? "unpavedKm" : "unpavedNone", values: { km } };
}

function heatFactor(stretch: Stretch, { climate, settings }: ConditionFacts): Grade {
  if (!stretch.date) return unknown("heatNoDate");
  const middle = (stretch.fromKm + stretch.toKm) / 2;
  const found = climate.find(({ fromKm, toKm }) => middle >= fromKm && middle <= toKm);
  const month = Number(stretch.date.slice(5, 7));
  const degrees = found?.maxC[month - 1] ?? null;
  if (!found || degrees === null) return unknown("heatNoData");
  const values = { degrees, month, station: found.station, km: found.stationKm };
  return { severity: severityOf("heat", degrees, settings), reason: "heat", values };
}

/** Minutes of a drive between sunset and sunrise; null where the sun does not set. */
function darkMinutes({ start, end }: Stretch, leaveOn: string, point: GeoPoint, timeZone: string): number | null {
  const first = Math.floor(start / DAY) - 1;
  let minutes = 0;
  for (let day = first; day <= Math.floor(end / DAY); day++) {
    const evening = sunMinutes(addDays(leaveOn, day), point, timeZone);
    const morning = sunMinutes(addDays(leaveOn, day + 1), point, timeZone);
    if (!evening || !morning) return null;
    const [from, to] = [day * DAY + evening.sunset, (day + 1) * DAY + morning.sunrise];
    minutes += Math.max(0, Math.min(end, to) - Math.max(start, from));
  }
  return minutes;
}

type Place = { leaveOn: string | null; point: GeoPoint | null; timeZone: string };

function duskFactor(stretch: Stretch, { leaveOn, point, timeZone }: Place, settings: ConditionSettings): Grade {
  if (!leaveOn) return unknown("duskNoDate");
  const minutes = point && darkMinutes(stretch, leaveOn, point, timeZone);
  if (minutes === null) return unknown("duskNoData");
  return {
    severity: severityOf("dusk", minutes, settings),
    reason: minutes < 1 ? "daylight" : "dark",
    values: { minutes },
  };
}

const within = (spans: readonly Span[], km: number) => spans.some(({ fromKm, toKm }) => km >= fromKm && km <= toKm);

/** Kilometres to the nearest of some points; infinite without any. */
const distanceTo = (points: readonly number[], km: number) =>
  points.reduce((least, one) => Math.min(least, Math.abs(one - km)), Infinity);

/**
 * The way to the nearest known workshop at the worst point. Where a state without data is nearer, there may be one
 * there: only the way to its border is certain.
 */
function workshopFactor(
  stretch: Stretch,
  { km: marks, covered }: PlaceMarks,
  totalKm: number,
  settings: ConditionSettings,
): Grade {
  const borders = covered.flatMap(({ fromKm, toKm }) => [fromKm, toKm]).filter((km) => km > 0.5 && km < totalKm - 0.5);
  const steps = Math.max(1, Math.ceil(lengthOf(stretch) / STEP_KM));
  const severityAt = (km: number) => severityOf("workshop", km, settings);
  let [worst, unknownSteps, isCertain] = [0, 0, true];
  for (let step = 0; step <= steps; step++) {
    const km = stretch.fromKm + (lengthOf(stretch) * step) / steps;
    const known = distanceTo(marks, km);
    const least = Math.min(known, distanceTo(borders, km));
    const isSame = Number.isFinite(known) && severityAt(known) === severityAt(least);
    if (!within(covered, km) || (!isSame && severityAt(least) === 0)) unknownSteps++;
    else if ((isSame ? known : least) > worst) [worst, isCertain] = isSame ? [known, true] : [least, false];
  }
  const severity = severityOf("workshop", worst, settings);
  if (severity === 0 && unknownSteps > (steps + 1) * MAX_UNKNOWN_SHARE) return unknown("workshopNoData");
  if (worst === Infinity) return { severity, reason: "workshopNone", values: {} };
  return { severity, reason: isCertain ? "workshop" : "workshopAtLeast", values: { km: worst } };
}

function gradeFactor(stretch: Stretch, grades: readonly GradeSpan[], settings: ConditionSettings): Grade {
  const inside = grades.filter((span) => overlapKm(span, stretch) > 0);
  const percent = inside.reduce((most, one) => Math.max(most, one.percent), 0);
  const severity = severityOf("grade", percent, settings);
  const known = inside.reduce((sum, span) => sum + overlapKm(span, stretch), 0);
  if (severity === 0 && isMostlyUnknown(lengthOf(stretch) - known, stretch)) return unknown("gradeNoData");
  return { severity, reason: "grade", values: { percent } };
}

/** The slopes of the own file that the route follows; a slope that lasts is worse than a short one. */
function ownGradeFactor(stretch: Stretch, profile: Profile, settings: ConditionSettings): Grade {
  const { up, down, measuredKm } = climbOf(profile, stretch);
  const short = steepest(profile, stretch, SLOPE_KM.short);
  if (short === null) return unknown("gradeNoData");
  const long = steepest(profile, stretch, SLOPE_KM.long);
  const severities = [severityOf("grade", short, settings), severityOf("long_grade", long ?? 0, settings)] as const;
  const severity = severities[0] > severities[1] ? severities[0] : severities[1];
  if (severity === 0 && isMostlyUnknown(lengthOf(stretch) - measuredKm, stretch)) return unknown("gradeNoData");
  const values = { percent: short, up, down };
  return long === null
    ? { severity, reason: "gradeOwnShort", values }
    : { severity, reason: "gradeOwn", values: { ...values, longPercent: long } };
}

/** The slopes of the ground under the roads. */
function groundFactor(stretch: Stretch, ground: Profile, settings: ConditionSettings): Grade {
  const found = ownGradeFactor(stretch, ground, settings);
  if (found.reason === "gradeOwn") return { ...found, reason: "gradeGround" };
  return found.reason === "gradeOwnShort" ? { ...found, reason: "gradeGroundShort" } : found;
}

/** The worst of the own file, the recordings of the guide and the ground, where they are known; the first of equals. */
const worstGrade = (found: readonly [Grade, ...Grade[]]): Grade =>
  found.reduce((worst, one) => ((one.severity ?? -1) > (worst.severity ?? -1) ? one : worst));

/** Every stretch of a plan with its light, and the reasons: the worst first, what is not known last. */
export function rateStretches(
  plan: TripPlan,
  route: StoredRoute,
  facts: ConditionFacts,
  timeZone: string,
): RatedStretch[] {
  const { settings } = facts;
  const stretches = stretchesOf(plan, route, timeZone);
  const sections = placedSections(route);
  const range = rangeOfTrip(
    plan.car,
    route,
    facts,
    stretches.map(({ toKm }) => toKm),
  );
  return stretches.map((stretch) => {
    const point = pointAt(sections, (stretch.fromKm + stretch.toKm) / 2);
    const factors: FactorResult[] = [
      { factor: "fuel", ...fuelFactor(stretch, range) },
      { factor: "unpaved", ...unpavedFactor(stretch, sections, settings) },
      { factor: "heat", ...heatFactor(stretch, facts) },
      { factor: "dusk", ...duskFactor(stretch, { leaveOn: plan.leaveOn, point, timeZone }, settings) },
      { factor: "fog", ...unknown("fogNoData") },
      { factor: "workshop", ...workshopFactor(stretch, facts.workshops, route.km, settings) },
      {
        factor: "grade",
        ...worstGrade([
          ownGradeFactor(stretch, route.profile ?? [], settings),
          gradeFactor(stretch, facts.grades, settings),
          groundFactor(stretch, route.ground ?? [], settings),
        ]),
      },
    ];
    const { light, rated, total } = rate(factors, settings);
    return {
      ...stretch,
      light,
      rated,
      total,
      factors: inOrder(factors.filter(({ factor }) => isCounted(factor, settings))),
    };
  });
}

const rank = (severity: Severity | null) => (severity === null ? 3 : 2 - severity);
/** The worst first, what is not known last. */
const inOrder = (factors: readonly FactorResult[]) => factors.toSorted((a, b) => rank(a.severity) - rank(b.severity));

/** Light and reasons of a stretch without their figures; how a good factor was found does not matter. */
const reasonsOf = ({ light, factors }: RatedStretch): string =>
  [
    light,
    ...factors.map(({ factor, severity, reason }) => `${factor} ${severity} ${severity === 0 ? "" : reason}`),
  ].join();

/** The stretches in their order, neighbours with the same light and reasons together. */
export function runsOfStretches(stretches: readonly RatedStretch[]): RatedStretch[][] {
  const runs: RatedStretch[][] = [];
  for (const stretch of stretches) {
    const run = runs.at(-1);
    if (run?.[0] && reasonsOf(run[0]) === reasonsOf(stretch)) run.push(stretch);
    else runs.push([stretch]);
  }
  return runs;
}
