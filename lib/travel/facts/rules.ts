import { nearestStation, type Station } from "../../geo/climate/rules";
import { kmAlongLine, positionAlongLine, type LinePoint } from "../../geo/geo/lines";
import extractDates from "../../geo/geo/extract-dates.json";
import { greatCircleKm, stateOfPoint, type GeoPoint, type StateFeature } from "../../geo/geo/rules";
import { ROAD_CIRCUITY } from "../../guide/regions/rules";
import { STATES, type StateAbbr } from "../../geo/states/rules";
import type { ClimateSpan, ConditionFacts, GradeSpan } from "../conditions/rules";
import { OUTING_KM, type Span } from "../trips/rules";

/** A place of the guide beside a route. */
export type CorridorPlace = GeoPoint & {
  id: string;
  kind: "service" | "photo_point" | "map_place";
  /** Key of the category of a service, kind of a map place. */
  category: string | null;
  name: string;
  path: string;
  /** The town of a map place that is shown at the seat because its address has no position. */
  seat?: string;
  /** Whether a public page names the map place; the others are on a map or in a public list. */
  isOfPage?: true;
  /** Kilometres from the start of the route, and in a straight line from it. */
  km: number;
  beside: number;
};

/** A stretch whose length is known only where the source has data; `unknown` are the states without any. */
export type LongestGap = { gap: Span | null; unknown: readonly StateAbbr[] };

export type TripFacts = {
  /** Time zone of the start. */
  timeZone: string;
  fuel: LongestGap;
  workshops: LongestGap;
  /** Price in cents of each requested toll plaza; null where none is stored. */
  tolls: readonly (number | null)[];
  places: readonly CorridorPlace[];
  /** What the conditions of each stretch are calculated from. */
  conditions: ConditionFacts;
};

export type StopMatch = GeoPoint & { name: string; subject: { kind: string; id: string } | null };
/** The stops of a page of the guide: one for a place, several for a route. */
export type PlaceOnWay = { name: string; stops: readonly StopMatch[] };

/** A degree of latitude has 111 km; cells are larger than the distances asked for. */
const CELL_DEGREES = 0.1;
const SAMPLE_KM = 4;

/** Limits of a line: the client simplifies it to 4,000 points, and a longer route is refused. */
const MAX_LINE = { points: 5000, km: 25_000 };

/** A line with the kilometre of each point, and the grid cells around it with the indices of the points after them. */
export type Corridor = {
  line: readonly LinePoint[];
  kmAt: readonly number[];
  scale: number;
  cells: ReadonlyMap<string, readonly number[]>;
};

/** A goal with the estimated kilometres there and back. */
export type Outing = GeoPoint & { id: string; kind: "city" | "photo_point"; name: string; path: string; km: number };

/** The goals from which one is back within a distance, the farthest first: the drive is the reason of the trip. */
export function outingsWithin<Goal extends GeoPoint>(
  goals: readonly Goal[],
  start: GeoPoint,
  maxKm: number,
): (Goal & { km: number })[] {
  return goals
    .map((goal) => ({ ...goal, km: 2 * ROAD_CIRCUITY * greatCircleKm(start, goal) }))
    .filter(({ km }) => km >= OUTING_KM.min && km <= maxKm)
    .toSorted((a, b) => b.km - a.km);
}

const cellOf = (lat: number, lng: number) => `${Math.floor(lat / CELL_DEGREES)},${Math.floor(lng / CELL_DEGREES)}`;

/** Points every few kilometres of a line with their kilometre. */
function samplesOf(line: readonly LinePoint[], kmAt: readonly number[]): (GeoPoint & { km: number; end: number })[] {
  return line.slice(1).flatMap((end, index) => {
    const start = line[index]!;
    const [from, to] = [kmAt[index]!, kmAt[index + 1]!];
    const parts = Math.max(1, Math.ceil((to - from) / SAMPLE_KM));
    return Array.from({ length: parts }, (_, part) => {
      const share = (part + 0.5) / parts;
      const between = (axis: 0 | 1) => start[axis] + (end[axis] - start[axis]) * share;
      return { lat: between(0), lng: between(1), km: from + (to - from) * share, end: index + 1 };
    });
  });
}

function addEnd(cells: Map<string, number[]>, cell: string, end: number): void {
  const ends = cells.get(cell);
  if (!ends) cells.set(cell, [end]);
  else if (ends.at(-1) !== end) ends.push(end);
}

const SHORT_KM = 2000;

/** Cost in points of what lies beside a line, one for each 100 km; null for a line that is too long. */
export function lineCost(line: readonly LinePoint[]): { points: number; isShort: boolean } | null {
  const km = kmAlongLine(line).at(-1) ?? 0;
  if (line.length > MAX_LINE.points || km > MAX_LINE.km) return null;
  return { points: 1 + Math.ceil(km / 100), isShort: km <= SHORT_KM };
}

/** `km` is the real length, a little more than that of the simplified line. */
export function corridorOf(line: readonly LinePoint[], km: number): Corridor {
  const kmAt = kmAlongLine(line);
  const cells = new Map<string, number[]>();
  for (const { lat, lng, end } of samplesOf(line, kmAt))
    for (const south of [-1, 0, 1])
      for (const west of [-1, 0, 1]) addEnd(cells, cellOf(lat + south * CELL_DEGREES, lng + west * CELL_DEGREES), end);
  const length = kmAt.at(-1) ?? 0;
  return { line, kmAt, scale: length > 0 && km > 0 ? km / length : 1, cells };
}

/** The points at most some kilometres from a line, at most 10, in the order of travel. */
export function pointsBeside<T extends GeoPoint>(
  { line, kmAt, scale, cells }: Corridor,
  points: readonly T[],
  maxKm: number,
): (T & { km: number; beside: number })[] {
  return points
    .flatMap((one) => {
      const ends = cells.get(cellOf(one.lat, one.lng));
      const position = ends && positionAlongLine(line, one, kmAt, ends);
      if (!position || position.kmBeside > maxKm) return [];
      return [{ ...one, km: position.kmAlong * scale, beside: position.kmBeside }];
    })
    .toSorted((a, b) => a.km - b.km);
}

/** The states that a line passes, each stretch with its kilometres; null abroad and over water. */
export function statesOn(
  { line, kmAt, scale }: Corridor,
  features: readonly StateFeature[],
): (Span & { state: StateAbbr | null })[] {
  const spans: (Span & { state: StateAbbr | null })[] = [];
  for (const { lat, lng, km } of samplesOf(line, kmAt)) {
    const last = spans.at(-1);
    const same = features.filter(({ properties }) => properties.abbr === last?.state);
    const state = stateOfPoint(lat, lng, same) ?? stateOfPoint(lat, lng, features);
    if (last?.state === state) last.toKm = km * scale;
    else spans.push({ state, fromKm: last?.toKm ?? 0, toKm: km * scale });
  }
  const end = spans.at(-1);
  if (end) end.toKm = (kmAt.at(-1) ?? 0) * scale;
  return spans;
}

/** The stretches in states with data, neighbours joined, and the states without. */
export function coverageOf(
  states: readonly (Span & { state: StateAbbr | null })[],
  isCovered: (state: StateAbbr) => boolean,
): { spans: Span[]; unknown: StateAbbr[] } {
  const spans: Span[] = [];
  const unknown = new Set<StateAbbr>();
  for (const { state, fromKm, toKm } of states) {
    const last = spans.at(-1);
    if (!state) continue;
    if (!isCovered(state)) unknown.add(state);
    else if (last?.toKm === fromKm) last.toKm = toKm;
    else spans.push({ fromKm, toKm });
  }
  return { spans, unknown: [...unknown] };
}

/**
 * Macro-regions whose petrol stations and workshops the file of OpenStreetMap has; beyond them it has a few at borders,
 * and those of the states that `npm run geo` refreshed.
 */
const OSM_REGIONS: readonly string[] = ["Norte", "Nordeste", "Centro-Oeste"];

export const hasOsmPoints = (abbr: StateAbbr): boolean =>
  abbr in extractDates || STATES.some((state) => state.abbr === abbr && OSM_REGIONS.includes(state.region));

/** The simplified shapes of the states leave out parts of the coast; a longer part is water or abroad. */
const MAX_SHAPE_GAP_KM = 20;

type StateSpan = Span & { state: StateAbbr | null };

/** The states on a line, where short parts outside of every state belong to the state before, or at the start after. */
export function withoutShapeGaps(states: readonly StateSpan[]): StateSpan[] {
  const joined: StateSpan[] = [];
  for (const [index, span] of states.entries()) {
    const last = joined.at(-1);
    const isGap = span.state === null && span.toKm - span.fromKm <= MAX_SHAPE_GAP_KM;
    const state = isGap ? (last?.state ?? states[index + 1]?.state ?? null) : span.state;
    if (last && last.state === state) last.toKm = span.toKm;
    else joined.push({ ...span, state });
  }
  return joined;
}

/** Distance between the points whose nearest climate station is searched. */
const CLIMATE_STEP_KM = 10;

/** The nearest climate station of each part of a line; no part where there is none near enough. */
export function climateSpans({ line, kmAt, scale }: Corridor, stations: readonly Station[]): ClimateSpan[] {
  const spans: ClimateSpan[] = [];
  let next = 0;
  for (const { lat, lng, km } of samplesOf(line, kmAt)) {
    if (km * scale < next) continue;
    const fromKm = next;
    next = (Math.floor((km * scale) / CLIMATE_STEP_KM) + 1) * CLIMATE_STEP_KM;
    const found = nearestStation({ lat, lng }, stations);
    const last = spans.at(-1);
    if (!found) continue;
    if (last?.station === found.station.name && last.toKm === fromKm) {
      last.toKm = next;
      last.stationKm = Math.max(last.stationKm, Math.round(found.km));
    } else {
      const { name, max_c } = found.station;
      spans.push({ fromKm, toKm: next, station: name, stationKm: Math.round(found.km), maxC: max_c });
    }
  }
  return spans;
}

/** A recorded track of a route counts where it lies at most this far from the line. */
const TRACK_KM = 0.5;
/** The slope of a shorter part is not reliable with altitudes from GPS. */
const MIN_GRADE_KM = 0.2;

type Profile = readonly (readonly [km: number, metres: number])[];

/** The slopes of a recorded track with altitudes, where the line follows it in either direction. */
export function gradeSpans(corridor: Corridor, track: readonly LinePoint[], profile: Profile): GradeSpan[] {
  // Most recorded tracks are elsewhere.
  if (!track.some(([lat, lng]) => corridor.cells.has(cellOf(lat, lng)))) return [];
  const kmAt = kmAlongLine(track);
  const length = profile.at(-1)?.[0] ?? 0;
  const pointAt = (km: number): GeoPoint | undefined => {
    const index = kmAt.findIndex((one) => one >= (km / length) * kmAt.at(-1)! - 1e-6);
    return track[index] && { lat: track[index][0], lng: track[index][1] };
  };
  return profile.slice(1).flatMap(([km, metres], index) => {
    const [fromKm, fromMetres] = profile[index]!;
    const ends = [pointAt(fromKm), pointAt(km)].filter((point) => point !== undefined);
    const beside = pointsBeside(corridor, ends, TRACK_KM);
    const span = { fromKm: beside[0]?.km ?? 0, toKm: beside.at(-1)?.km ?? 0 };
    const driven = span.toKm - span.fromKm;
    const isFollowed = beside.length === 2 && driven > (km - fromKm) / 2 && driven < (km - fromKm) * 2;
    if (km - fromKm < MIN_GRADE_KM || !isFollowed) return [];
    return [{ ...span, percent: Math.abs(metres - fromMetres) / ((km - fromKm) * 10) }];
  });
}

/** Plazas of the two directions, and those of two sources, are at most this far from each other. */
const SAME_PLAZA_KM = 1.5;

/** Price of the nearest entered plaza; null when there is none near or it has no price for the class. */
export function priceAt(plaza: GeoPoint, prices: readonly (GeoPoint & { cents: number | null })[]): number | null {
  const near = prices
    .map((one) => ({ ...one, km: greatCircleKm(plaza, one) }))
    .filter(({ km }) => km <= SAME_PLAZA_KM)
    .toSorted((a, b) => a.km - b.km);
  return near.find(({ cents }) => cents !== null)?.cents ?? null;
}

/** The price in force on a day among the prices of one class, in cents; null without one. */
export function priceOn(
  rows: readonly { price: number; valid_from: string; valid_until: string | null }[],
  today: string,
): number | null {
  const [newest] = rows
    .filter(({ valid_from, valid_until }) => valid_from <= today && (valid_until === null || valid_until >= today))
    .toSorted((a, b) => b.valid_from.localeCompare(a.valid_from));
  return newest ? Math.round(newest.price * 100) : null;
}
