import type { LinePoint } from "../../../geo/geo/lines";
import { compassDegrees, greatCircleKm, type GeoPoint } from "../../../geo/geo/rules";
import { altitudeAt, SLOPE_KM, steepest, steepSpans } from "../../conditions/elevation/rules";
import type { ConditionFacts, GradeSpan } from "../../conditions/rules";
import { corridorOf, pointsBeside, type CorridorPlace } from "../../facts/rules";
import type { TripDay } from "../../trips/days/rules";
import type { Span } from "../../trips/rules";
import type { Profile } from "../../trips/schema";
import { degreesRight } from "./turns";
import type { StageLine } from "./runs";

/** What a driver passes or has to expect at a kilometre of the trip. */
export type Notice = { km: number } & (
  | { kind: "town"; name: string; metres: number | null }
  | { kind: "view"; name: string; besideKm: number }
  | { kind: "fuel"; name: string | null; nextKm: number | null }
  | { kind: "toll"; name: string; cents: number | null }
  | { kind: "unpaved" | "ferry" | "straight" | "winding"; lengthKm: number }
  | { kind: "paved" }
  | { kind: "climb" | "descent"; lengthKm: number; metres: number; percent: number; steepest: number | null }
  | { kind: "steep"; lengthKm: number; percent: number }
  | { kind: "rise" | "fall"; lengthKm: number; name: string; fromMetres: number; toMetres: number }
  | { kind: "sunset"; minutes: number }
  | { kind: "warning"; name: string; texts: readonly string[] }
);

export type Named = GeoPoint & { name: string };
/** The seat of a municipality; its altitude is null where it is not known. */
export type Town = Named & { metres: number | null };
export type Warned = { name: string; texts: readonly string[]; stops: readonly GeoPoint[] };
export type Plaza = Named & { cents: number | null };

const lengthOf = ({ fromKm, toKm }: Span) => toKm - fromKm;

/** The points at most some kilometres from the line of a stage, with the kilometre of the trip. */
export function besideStage<T extends GeoPoint>(
  { points, fromKm, toKm }: StageLine,
  rows: readonly T[],
  maxKm: number,
) {
  const corridor = corridorOf(points, toKm - fromKm);
  return pointsBeside(corridor, rows, maxKm).map((row) => ({ ...row, km: row.km + fromKm }));
}

/** Where the asphalt ends and begins again, ferries, and straight lines over missing roads. */
export function surfaceNotices({ runs, unpaved, toKm }: StageLine): Notice[] {
  const earth = unpaved.filter((span) => lengthOf(span) >= 0.2);
  return [
    ...earth.map((span): Notice => ({ km: span.fromKm, kind: "unpaved", lengthKm: lengthOf(span) })),
    ...earth.filter((span) => span.toKm < toKm - 0.2).map(({ toKm: km }): Notice => ({ km, kind: "paved" })),
    ...runs.flatMap((run): Notice[] => {
      return run.kind === "road" ? [] : [{ km: run.fromKm, kind: run.kind, lengthKm: lengthOf(run) }];
    }),
  ];
}

const VIEW_KM = 1;

/** Viewpoints and photo points beside a stage; one name once. */
export function viewNotices(line: StageLine, places: readonly CorridorPlace[]): Notice[] {
  const views = places.filter(({ kind, category }) => kind === "photo_point" || category === "viewpoint");
  const beside = besideStage(line, views, VIEW_KM);
  return beside
    .filter(({ name }, index) => beside.findIndex((one) => one.name === name) === index)
    .map(({ km, name, beside: besideKm }) => ({ km, kind: "view", name, besideKm }));
}

const TOLL_KM = 0.5;
/** Booths of the two directions and of two sources. */
const SAME_PLAZA_KM = 1.5;

export function tollNotices(line: StageLine, plazas: readonly Plaza[]): Notice[] {
  const beside = besideStage(line, plazas, TOLL_KM);
  return beside
    .filter((one, index) => !beside.slice(0, index).some((before) => greatCircleKm(before, one) < SAME_PLAZA_KM))
    .map(({ km, name, cents }) => ({ km, kind: "toll", name, cents }));
}

/** A petrol station is named before a longer gap, and after this distance from the one named before. */
const FUEL_GAP_KM = 30;
/** Stations this close are one place to fill up; the last of them is named. */
const SAME_STOP_KM = 1;

/** The petrol stations that a driver should not pass without thinking of the tank, on a whole trip. */
export function fuelNotices({ fuel }: Pick<ConditionFacts, "fuel">, places: readonly CorridorPlace[]): Notice[] {
  const notices: Notice[] = [];
  let listed = -Infinity;
  for (const [index, km] of fuel.km.entries()) {
    const next = fuel.km[index + 1] ?? Infinity;
    // Beyond the states with data nothing is known about the next one.
    const isKnown = fuel.covered.some((span) => span.fromKm <= km && span.toKm >= next);
    const isBeforeGap = isKnown && next - km >= FUEL_GAP_KM;
    if (next - km < SAME_STOP_KM || (!isBeforeGap && km - listed < FUEL_GAP_KM)) continue;
    listed = km;
    const own = places.find((place) => place.category === "fuel" && Math.abs(place.km - km) < SAME_STOP_KM);
    notices.push({ km, kind: "fuel", name: own?.name ?? null, nextKm: isBeforeGap ? next - km : null });
  }
  return notices;
}

const CLIMB = { percent: 4, gapKm: 1.5, metres: 60 } as const;

/** Long climbs and descents where the altitudes are known. */
export function climbNotices(profile: Profile): Notice[] {
  const spans: (Span & { metres: number })[] = [];
  for (const span of steepSpans(profile, CLIMB.percent)) {
    const metres = (altitudeAt(profile, span.toKm) ?? 0) - (altitudeAt(profile, span.fromKm) ?? 0);
    const last = spans.at(-1);
    const isSame = last && span.fromKm - last.toKm <= CLIMB.gapKm && Math.sign(last.metres) === Math.sign(metres);
    if (isSame) Object.assign(last, { toKm: span.toKm, metres: last.metres + metres });
    else spans.push({ ...span, metres });
  }
  return spans
    .filter(({ metres }) => Math.abs(metres) >= CLIMB.metres)
    .map((span) => ({
      km: span.fromKm,
      kind: span.metres > 0 ? "climb" : "descent",
      lengthKm: lengthOf(span),
      metres: Math.abs(span.metres),
      percent: Math.abs(span.metres) / (lengthOf(span) * 10),
      steepest: steepest(profile, span, SLOPE_KM.short),
    }));
}

/** Steep parts that a recording of the guide has, where the trip has no altitudes of its own. */
export function steepNotices(grades: readonly GradeSpan[], profile: Profile): Notice[] {
  const isKnown = ({ fromKm, toKm }: Span) => altitudeAt(profile, (fromKm + toKm) / 2) !== null;
  const joined: (Span & { percent: number })[] = [];
  for (const span of grades.toSorted((a, b) => a.fromKm - b.fromKm)) {
    if (span.percent < CLIMB.percent || isKnown(span)) continue;
    const last = joined.at(-1);
    if (last && span.fromKm - last.toKm <= CLIMB.gapKm)
      Object.assign(last, { toKm: span.toKm, percent: Math.max(last.percent, span.percent) });
    else joined.push({ ...span });
  }
  return joined
    .filter((span) => lengthOf(span) >= 0.5)
    .map((span) => ({ km: span.fromKm, kind: "steep", lengthKm: lengthOf(span), percent: span.percent }));
}

/** Smaller differences between two towns, and in percent of the way, are no climb. */
const RISE = { metres: 300, percent: 1 } as const;

/** Towns on the way one after the other that are far above or below, where the altitudes between them are not known. */
export function riseNotices(passed: readonly (Town & { km: number })[], profile: Profile): Notice[] {
  const known = passed.flatMap(({ km, name, metres }) => (metres === null ? [] : [{ km, name, metres }]));
  return known.slice(1).flatMap((to, index): Notice[] => {
    const from = known[index]!;
    const isMeasured = altitudeAt(profile, (from.km + to.km) / 2) !== null;
    const [difference, lengthKm] = [Math.abs(to.metres - from.metres), to.km - from.km];
    if (isMeasured || difference < RISE.metres || difference / (lengthKm * 10) < RISE.percent) return [];
    const kind = to.metres > from.metres ? "rise" : "fall";
    const metres = { fromMetres: from.metres, toMetres: to.metres };
    return [{ km: from.km, kind, lengthKm, name: to.name, ...metres }];
  });
}

/** Degrees of bends per kilometre from which a stretch is winding, and its least length. */
const WINDING = { degrees: 180, km: 3, cellKm: 1 } as const;

type Three = [before: GeoPoint, here: GeoPoint, after: GeoPoint];
const pointOf = ([lat, lng]: LinePoint): GeoPoint => ({ lat, lng });

/** Stretches with bend after bend; simplified lines have fewer bends than the road. */
export function windingNotices({ points, kmAt, fromKm, toKm, runs }: StageLine): Notice[] {
  const cells = new Float64Array(Math.max(1, Math.ceil((toKm - fromKm) / WINDING.cellKm)));
  const isRoad = (km: number) => runs.some((run) => run.kind === "road" && km >= run.fromKm && km <= run.toKm);
  for (let index = 1; index < points.length - 1; index++) {
    const [before, here, after] = [index - 1, index, index + 1].map((at) => pointOf(points[at]!)) as Three;
    const bend = Math.abs(degreesRight(compassDegrees(here, before), compassDegrees(here, after)));
    const cell = Math.floor((kmAt[index]! - fromKm) / WINDING.cellKm);
    if (isRoad(kmAt[index]!) && bend < 170) cells[Math.min(cells.length - 1, cell)]! += bend;
  }
  const spans: Span[] = [];
  for (const [cell] of cells.entries()) {
    const around = cells.slice(Math.max(0, cell - 1), cell + 2);
    if (around.reduce((sum, one) => sum + one, 0) / (around.length * WINDING.cellKm) < WINDING.degrees) continue;
    const start = fromKm + cell * WINDING.cellKm;
    const last = spans.at(-1);
    if (last && start - last.toKm <= WINDING.cellKm) last.toKm = Math.min(toKm, start + WINDING.cellKm);
    else spans.push({ fromKm: start, toKm: Math.min(toKm, start + WINDING.cellKm) });
  }
  return spans
    .filter((span) => lengthOf(span) >= WINDING.km)
    .map((span) => ({ km: span.fromKm, kind: "winding", lengthKm: lengthOf(span) }));
}

const DAY = 24 * 60;

/** Where the sun sets on a day of a trip while the car is on the road. */
export function sunsetNotice({ stops }: TripDay): Notice[] {
  return stops.slice(1).flatMap((to, index): Notice[] => {
    const from = stops[index]!;
    if (to.sunset === null) return [];
    const sunset = Math.floor(to.arrive / DAY) * DAY + to.sunset;
    if (sunset <= from.leave || sunset >= to.arrive) return [];
    const share = (sunset - from.leave) / (to.arrive - from.leave);
    return [{ km: from.km + (to.km - from.km) * share, kind: "sunset", minutes: to.sunset }];
  });
}

/**
 * A route of the guide is driven where this many of its stops are beside the stage, and the way between them is at least
 * this share of the straight lines between all its stops.
 */
const DRIVEN = { besideKm: 3, stops: 2, share: 0.4 } as const;

/** The warnings of the routes of the guide that a stage follows, where each begins. */
export function warningNotices(line: StageLine, routes: readonly Warned[]): Notice[] {
  return routes.flatMap(({ name, texts, stops }): Notice[] => {
    const beside = besideStage(line, stops, DRIVEN.besideKm);
    const [first, last] = [beside[0], beside.at(-1)];
    if (!first || !last || beside.length < DRIVEN.stops || texts.length === 0) return [];
    const length = stops.slice(1).reduce((km, stop, index) => km + greatCircleKm(stops[index]!, stop), 0);
    return last.km - first.km >= length * DRIVEN.share ? [{ km: first.km, kind: "warning", name, texts }] : [];
  });
}
