import type { LinePoint } from "../../../geo/geo/lines";
import { simplifyLine } from "../../../geo/geo/rules";
import { PROFILE_MAX, type HeightLine } from "../../../geo/tracks/rules";
import type { Profile, StoredRoute } from "../../trips/schema";
import { placedSections, samplesOf } from "../stretches/rules";
import { between, placeAtKm } from "../elevation/rules";

/** Lines of the road network lie up to 75 m beside the road, and receivers up to 50 m. */
const FOLLOW_KM = 0.15;
const SAMPLE_KM = 0.1;
/** A road that only crosses a recording, or leaves it at once, follows no longer part of it. */
const MIN_PART_KM = 0.5;
/** A simplified road is shorter than its recording, at most by this factor. */
const MAX_RATIO = 2;
/** Nearest places jump back and forth by less than this. */
const JITTER_KM = 0.15;
const CELL_DEGREES = 0.01;
const KM_PER_DEGREE = 111.195;
/** A simplified profile may move a climb by this many metres along the road where it may change it by one. */
const SHIFT_PER_CLIMB = 25;

type Point = Profile[number][number];
type Part = Profile[number];
type Place = { line: number; recordedKm: number; metres: number; beside: number };
type Followed = Place & { km: number };

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

const roadSamples = (route: StoredRoute) =>
  placedSections(route)
    .filter(({ kind }) => kind === "road" || kind === "join")
    .flatMap((section) => samplesOf(section, SAMPLE_KM));

const cellOf = (degrees: number) => Math.floor(degrees / CELL_DEGREES);

/** The segments of lines by the grid cells that they touch or are near. */
class SegmentIndex {
  private readonly cells = new Map<string, [line: number, end: number][]>();

  constructor(private readonly lines: readonly HeightLine[]) {
    for (const [line, points] of lines.entries())
      for (let end = 1; end < points.length; end++) this.add(line, end, points[end - 1]!, points[end]!);
  }

  private add(line: number, end: number, a: HeightLine[number], b: HeightLine[number]): void {
    const margin = (2 * FOLLOW_KM) / KM_PER_DEGREE;
    const range = (axis: 0 | 1) =>
      [cellOf(Math.min(a[axis], b[axis]) - margin), cellOf(Math.max(a[axis], b[axis]) + margin)] as const;
    const [[south, north], [west, east]] = [range(0), range(1)];
    for (let row = south; row <= north; row++)
      for (let column = west; column <= east; column++) {
        const cell = this.cells.get(`${row},${column}`);
        if (cell) cell.push([line, end]);
        else this.cells.set(`${row},${column}`, [[line, end]]);
      }
  }

  /** The places of the lines beside a point. */
  placesBeside(point: LinePoint): Place[] {
    const found = this.cells.get(`${cellOf(point[0])},${cellOf(point[1])}`) ?? [];
    return found
      .map(([line, end]) => {
        const [a, b] = [this.lines[line]![end - 1]!, this.lines[line]![end]!];
        const { share, beside } = placeOn(point, a, b);
        return { line, beside, recordedKm: between(a[3], b[3], share), metres: between(a[2], b[2], share) };
      })
      .filter(({ beside }) => beside <= FOLLOW_KM);
  }
}

type Flat = readonly [lat: number, lng: number, ...unknown[]];

/** The nearest place of a segment, on a flat projection that is correct near the point. */
function placeOn(point: LinePoint, a: Flat, b: Flat): { share: number; beside: number } {
  const squeeze = Math.cos((point[0] * Math.PI) / 180) * KM_PER_DEGREE;
  const [ax, ay] = [(a[1] - point[1]) * squeeze, (a[0] - point[0]) * KM_PER_DEGREE];
  const [dx, dy] = [(b[1] - a[1]) * squeeze, (b[0] - a[0]) * KM_PER_DEGREE];
  const length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length)) : 0;
  return { share, beside: Math.hypot(ax + share * dx, ay + share * dy) };
}

const nearest = (places: readonly Place[]) =>
  places.reduce<Place | null>((best, one) => (best && best.beside <= one.beside ? best : one), null);

/** A part of a route that follows a line; `farthest` is the place of the line that is farthest from its first one. */
type Following = { points: Followed[]; farthest: number };

/** The next place on the line that is followed: about as far on as was driven, and not back. */
function nextPlace({ points, farthest }: Following, km: number, places: readonly Place[]): Place | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const progress = farthest - first.recordedKm;
  const direction = Math.abs(progress) > JITTER_KM ? Math.sign(progress) : 0;
  const reach = (km - last.km) * MAX_RATIO + JITTER_KM;
  return nearest(
    places.filter(
      ({ line, recordedKm }) =>
        line === last.line &&
        Math.abs(recordedKm - last.recordedKm) <= reach &&
        (recordedKm - farthest) * direction >= -JITTER_KM,
    ),
  );
}

/** The parts of a route that follow a line; the first of several lines on the same road counts. */
function followedParts(route: StoredRoute, lines: readonly HeightLine[]): Followed[][] {
  const index = new SegmentIndex(lines);
  const parts: Following[] = [{ points: [], farthest: 0 }];
  for (const { point, km } of roadSamples(route)) {
    const places = index.placesBeside(point);
    const next = nextPlace(parts.at(-1)!, km, places);
    const least = Math.min(...places.map(({ line }) => line));
    const place = next ?? nearest(places.filter(({ line }) => line === least));
    if (!next) parts.push({ points: [], farthest: place?.recordedKm ?? 0 });
    if (!place) continue;
    const part = parts.at(-1)!;
    part.points.push({ ...place, km });
    const start = part.points[0]!.recordedKm;
    if (Math.abs(place.recordedKm - start) > Math.abs(part.farthest - start)) part.farthest = place.recordedKm;
  }
  return parts.map(({ points }) => points);
}

/** The points of a followed part in the order of travel; none when too little of the recording was followed. */
function partOf(followed: readonly Followed[]): Part {
  const [first, last] = [followed[0], followed.at(-1)];
  if (!first || !last) return [];
  const direction = Math.sign(last.recordedKm - first.recordedKm);
  const recorded = Math.abs(last.recordedKm - first.recordedKm);
  const driven = last.km - first.km;
  if (recorded < MIN_PART_KM || recorded > driven * MAX_RATIO || driven > recorded * MAX_RATIO) return [];
  let reached = -1;
  return followed.flatMap(({ km, metres, recordedKm }) => {
    const passed = (recordedKm - first.recordedKm) * direction;
    if (passed <= reached) return [];
    reached = passed;
    return [[round(km, 3), round(metres, 1), round(passed, 3)] satisfies Point];
  });
}

/** How far a point is from the straight climb between two others, in metres of altitude. */
function besideClimb([km, metres, recordedKm]: Point, start: Point, end: Point): number {
  const share = end[2] > start[2] ? (recordedKm - start[2]) / (end[2] - start[2]) : 0;
  const shift = Math.abs(km - between(start[0], end[0], share)) * 1000;
  return Math.max(Math.abs(metres - between(start[1], end[1], share)), shift / SHIFT_PER_CLIMB);
}

/**
 * The elevation profile of a route where it follows lines with altitudes, in either direction; null where it follows
 * none. The lines that were recorded last come first.
 */
export function profileOf(route: StoredRoute, lines: readonly HeightLine[]): Profile | null {
  if (lines.length === 0) return null;
  const lengthOf = (part: Part) => part.at(-1)![2];
  const parts = followedParts(route, lines)
    .map(partOf)
    .filter((part) => part.length > 1)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, PROFILE_MAX.parts)
    .toSorted((a, b) => a[0]![0] - b[0]![0]);
  let profile = parts;
  for (let metres = 1; profile === parts || profile.flat().length > PROFILE_MAX.points; metres *= 2)
    profile = parts.map((part) => simplifyLine(part, metres, besideClimb));
  return profile.length > 0 ? profile : null;
}

/** The route with the profile that the lines give it, instead of one that it had. */
export function withProfile({ profile: _profile, ...route }: StoredRoute, lines: readonly HeightLine[]): StoredRoute {
  const profile = profileOf(route, lines);
  return profile ? { ...route, profile } : route;
}

/** The lines with altitudes of a stored route, so that a changed route keeps them where it still follows them. */
export function heightLinesOf(route: StoredRoute): HeightLine[] {
  const { profile = [] } = route;
  if (profile.length === 0) return [];
  const samples = roadSamples(route);
  return profile.map((part) =>
    samples.flatMap(({ point, km }) => {
      const at = placeAtKm(part, km);
      return at ? [[point[0], point[1], at[1], at[2]] as const] : [];
    }),
  );
}
