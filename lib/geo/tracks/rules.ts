import { BRAZIL_AREA, greatCircleKm, isInArea, kmToSegment, simplifyLine, type GeoPoint } from "../geo/rules";
import { offeredLines, type FileLine, type FilePoint, type OfferedLine, type TravelFile } from "../travel-files/rules";

export const MAX_TRACK = 2000;
export const MAX_PROFILE = 200;

const MAX_STOPS = 100;
/** Movements below this are GPS noise of a receiver at rest. */
const JITTER_KM = 0.01;
/** More points than any of our maps can show; limits the time of the simplification. */
const MAX_RAW = 5000;
const HIGHEST_M = 3000;
const LOWEST_M = -50;
/** Points of all lines with altitudes together, and the number of lines. */
export const MAX_HEIGHTS = 4000;
const MAX_HEIGHT_LINES = 50;
/** Parts of the elevation profile of a planned route, and points of all parts together. */
export const PROFILE_MAX = { parts: 50, points: 1000 } as const;
/** An altitude becomes the median of those at most this far away, because single ones of a receiver jump. */
const MEDIAN_KM = 0.05;
/** The slope between points with altitude that are farther apart is not known. */
const MAX_HEIGHT_GAP_KM = 1;
/** A line leaves its shape by this many metres where its altitude may leave by one: roads are matched less exactly. */
const SHAPE_PER_CLIMB = 5;

export type TrackPoint = readonly [lat: number, lng: number];
/** A point of a recording with its altitude, `km` from the start of its line as it was driven. */
type HeightPoint = readonly [lat: number, lng: number, metres: number, km: number];
export type HeightLine = readonly HeightPoint[];
export type RecordedStop = { name: string; note: string; lat: number; lng: number };
export type Recording = {
  track: TrackPoint[];
  profile: [km: number, metres: number][];
  distanceKm: number | null;
  maxAltitudeM: number | null;
  stops: RecordedStop[];
};

type FileLines = Pick<TravelFile, "lines" | "points">;
type RawPoint = Pick<FilePoint, "lat" | "lng" | "metres">;
type Passed = RawPoint & { km: number };
type Climbed = Passed & { metres: number };

const inBrazil = (point: GeoPoint) => isInArea(point, BRAZIL_AREA);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const isOnlyStops = (line: readonly RawPoint[], points: readonly RawPoint[]) =>
  line.every((point) => points.some(({ lat, lng }) => lat === point.lat && lng === point.lng));

/** Track segments of all recordings in a file, otherwise of its planned routes that contain more points than the stops. */
function stretches({ lines, points }: FileLines): RawPoint[][] {
  const recorded = lines.filter(({ kind }) => kind === "track").flatMap(({ parts }) => parts);
  if (recorded.some(({ length }) => length > 1)) return recorded;
  return lines
    .filter(({ kind }) => kind === "route")
    .flatMap(({ parts }) => parts)
    .filter((line) => !isOnlyStops(line, points));
}

/** The lines that a record of the guide can take of a file, first the one that it takes unless the person chooses. */
export function linesToChoose({ lines, points }: FileLines): OfferedLine[] {
  const isOffered = ({ kind, parts }: FileLine) =>
    kind === "track" ? parts.some(({ length }) => length > 1) : !isOnlyStops(parts.flat(), points);
  const { track, route } = offeredLines(lines.filter(isOffered));
  return [...track, ...route];
}

/** The points of a file that can be stops: way points with a name, and those of planned routes that are elsewhere. */
export function namedPoints({ lines, points }: FileLines): FilePoint[] {
  const named = points.filter(({ name }) => name !== "");
  const isThere = (point: GeoPoint) => named.some(({ lat, lng }) => lat === point.lat && lng === point.lng);
  const onRoutes = lines.filter(({ kind }) => kind === "route").flatMap(({ parts }) => parts.flat());
  return [...named, ...onRoutes.filter((point) => point.name !== "" && !isThere(point))];
}

const stopsOf = (file: FileLines): RecordedStop[] =>
  namedPoints(file)
    .filter(inBrazil)
    .map(({ name, note, lat, lng }) => ({
      name,
      note,
      lat: round(lat, 5),
      lng: round(lng, 5),
    }))
    .slice(0, MAX_STOPS);

/** The track with cumulative kilometres; a gap between two segments adds none. */
function passed(parts: readonly RawPoint[][]): Passed[] {
  const points: Passed[] = [];
  for (const part of parts) {
    let last: Passed | null = null;
    for (const point of part.filter(inBrazil)) {
      const leg: number = last ? greatCircleKm(last, point) : 0;
      if (last && leg < JITTER_KM) continue;
      last = { ...point, km: (points.at(-1)?.km ?? 0) + leg };
      points.push(last);
    }
  }
  return points;
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const everyOf = <T>(items: readonly T[], most: number) => {
  const step = Math.ceil(items.length / most);
  return items.filter((_, index) => index % step === 0 || index === items.length - 1);
};

/** Distance of a point from the straight line between two others, in metres. */
const besideLine = (point: Passed, start: Passed, end: Passed) => kmToSegment(point, start, end, start) * 1000;

/** Vertical distance of a point from the straight climb between two others, in metres. */
function besideClimb(point: Passed, start: Passed, end: Passed): number {
  const share = end.km > start.km ? (point.km - start.km) / (end.km - start.km) : 0;
  return Math.abs((point.metres ?? 0) - (start.metres ?? 0) - share * ((end.metres ?? 0) - (start.metres ?? 0)));
}

type Beside = typeof besideLine;

/** Simplifies to at most `most` points by doubling the tolerance. */
function simplified(track: readonly Passed[], beside: Beside, most: number, start: number): Passed[] {
  let points: readonly Passed[] = track;
  for (let metres = start; points.length > most; metres *= 2) points = simplifyLine(track, metres, beside);
  return [...points];
}

/** Simplifies a track to at most `most` points for drawing. */
export function thinTrack(track: readonly TrackPoint[], most: number): TrackPoint[] {
  const points = everyOf(track, MAX_RAW).map(([lat, lng]) => ({ lat, lng, metres: null, km: 0 }));
  return simplified(points, besideLine, most, 20).map(({ lat, lng }) => [lat, lng]);
}

/** Line, elevation profile, length and stops of a recording; `parts` are those of the chosen line. */
export function readRecording(
  file: FileLines,
  parts: readonly RawPoint[][] = stretches(file),
): Recording | { problem: "empty" } {
  const stops = stopsOf(file);
  const points = everyOf(passed(parts), MAX_RAW);
  const hasTrack = points.length > 1;
  if (!hasTrack && stops.length === 0) return { problem: "empty" };
  const heights = points.filter(({ metres }) => metres !== null);
  // A profile with few elevations would show wrong slopes.
  const climb = heights.length > 1 && heights.length * 2 > points.length ? heights : [];
  const highest = climb.reduce((most, { metres }) => Math.max(most, metres!), -Infinity);
  return {
    track: hasTrack
      ? simplified(points, besideLine, MAX_TRACK, 4).map(({ lat, lng }) => [round(lat, 5), round(lng, 5)])
      : [],
    profile:
      climb.length > 1
        ? simplified(climb, besideClimb, MAX_PROFILE, 2).map(({ km, metres }) => [round(km, 2), Math.round(metres!)])
        : [],
    distanceKm: hasTrack ? Math.max(0.1, round(points.at(-1)!.km, 1)) : null,
    maxAltitudeM: highest >= 0 && highest <= HIGHEST_M ? Math.round(highest) : null,
    stops,
  };
}

/** 0 is what KML and some programs write for an unknown altitude. */
const hasHeight = (point: Passed): point is Climbed =>
  point.metres !== null && point.metres !== 0 && point.metres >= LOWEST_M && point.metres <= HIGHEST_M;

function withMedians(line: readonly Climbed[]): Climbed[] {
  let [first, end] = [0, 0];
  return line.map((point) => {
    while (line[first]!.km < point.km - MEDIAN_KM) first++;
    while (end < line.length && line[end]!.km <= point.km + MEDIAN_KM) end++;
    const near = line.slice(first, end).map(({ metres }) => metres);
    const sorted = near.toSorted((a, b) => a - b);
    return { ...point, metres: (sorted[(near.length - 1) >> 1]! + sorted[near.length >> 1]!) / 2 };
  });
}

/** The continuous parts of a line whose points have an altitude; none where all have the same one. */
function climbedParts(points: readonly Passed[]): Climbed[][] {
  const parts: Climbed[][] = [];
  for (const point of points.filter(hasHeight)) {
    const last = parts.at(-1)?.at(-1);
    if (last && point.km - last.km <= MAX_HEIGHT_GAP_KM) parts.at(-1)!.push(point);
    else parts.push([point]);
  }
  return parts.filter((part) => part.some(({ metres }) => metres !== part[0]!.metres)).map(withMedians);
}

const besideEither: Beside = (point, start, end) =>
  Math.max(besideClimb(point, start, end), besideLine(point, start, end) / SHAPE_PER_CLIMB);

/** The recorded lines of a file with their altitudes, simplified; empty for a file without. */
export function readHeights(file: FileLines): HeightLine[] {
  const parts = stretches(file)
    .flatMap((part) => climbedParts(passed([part])))
    .map((part) => everyOf(part, MAX_RAW))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_HEIGHT_LINES);
  let lines = parts;
  for (let metres = 2; lines.flat().length > MAX_HEIGHTS; metres *= 2)
    lines = parts.map((part) => simplifyLine(part, metres, besideEither));
  return lines.map((line) =>
    line.map(({ lat, lng, metres, km }) => [
      round(lat, 5),
      round(lng, 5),
      round(metres, 1),
      round(km - line[0]!.km, 3),
    ]),
  );
}

/** Validates a stored track; empty when invalid. */
export function trackPoints(value: unknown): TrackPoint[] {
  if (!Array.isArray(value)) return [];
  const points = value.filter(
    (point): point is [number, number] => Array.isArray(point) && point.length === 2 && point.every(isNumber),
  );
  return points.length > 1 ? points : [];
}
