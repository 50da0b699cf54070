import { compassDegrees, greatCircleKm, type GeoPoint } from "../../geo/geo/rules";

export const DRIVING_PATH = "/painel/viagem";

/** Page that shows the instruments for a trip, or without a plan. */
export const drivingPath = (trip: string | null): string => (trip ? `${DRIVING_PATH}/${trip}` : DRIVING_PATH);

/** Address of the GPX file of an own track. */
export const trackFilePath = (track: string): string => `/api/trip-tracks/${track}`;

/** Points of a piece, as in `private.is_track_piece`. */
export const PIECE_POINTS = 100;

/** Tenths of a second since the start of the track, hundred-thousandths of a degree, metres. */
export type TrackPoint = readonly [at: number, lat: number, lng: number, accuracyM: number, altitudeM: number | null];

/** A position of the device; the time in milliseconds, the speed in metres per second. */
export type Fix = {
  at: number;
  lat: number;
  lng: number;
  accuracyM: number;
  altitudeM: number | null;
  speedMs: number | null;
  headingDeg: number | null;
};

/** Less accurate positions are not recorded: on a road they would add a zigzag. */
export const MAX_ACCURACY_M = 100;
const MIN_TENTHS = 8;
const MIN_METRES = 3;
/** A car that does not move is recorded this often, so that its stop is no gap. */
const STANDING_TENTHS = 100;
/** The limit of the database is 300 km/h and 500 m. */
const [MAX_KMH, ALWAYS_POSSIBLE_M] = [250, 300];

const SCALE = 1e5;
export const placeOf = ([, lat, lng]: TrackPoint): GeoPoint => ({ lat: lat / SCALE, lng: lng / SCALE });
const metresBetween = (a: TrackPoint, b: TrackPoint) => greatCircleKm(placeOf(a), placeOf(b)) * 1000;

export function pointOf({ at, lat, lng, accuracyM, altitudeM }: Fix, startedAt: number): TrackPoint {
  const altitude = altitudeM === null ? null : Math.round(Math.min(9000, Math.max(-500, altitudeM)));
  return [
    Math.round((at - startedAt) / 100),
    Math.round(lat * SCALE),
    Math.round(lng * SCALE),
    Math.round(accuracyM),
    altitude,
  ];
}

/** Whether a point is stored after the last one: accurate, possible for a car, and with something new. */
export function isRecorded(last: TrackPoint | null, point: TrackPoint): boolean {
  if (point[3] > MAX_ACCURACY_M || point[0] < 0) return false;
  if (!last) return true;
  const [tenths, metres] = [point[0] - last[0], metresBetween(last, point)];
  if (tenths < MIN_TENTHS || metres > ALWAYS_POSSIBLE_M + (tenths / 36_000) * MAX_KMH * 1000) return false;
  return metres >= MIN_METRES || tenths >= STANDING_TENTHS;
}

/** Longer without a point is a gap: its kilometres are counted in a straight line and apart. */
const GAP_TENTHS = 300;
/** A car counts as moved after two points in a row at least this far from the mean of the points before. */
const MIN_STEP_M = 10;
const STEP_ACCURACIES = 1.5;
/** Slower steps are the wandering position of a parked car. */
const MIN_STEP_KMH = 3;
/** From this average on the whole step counts as driven; a slower one began with a stop. */
const WHOLE_STEP_KMH = 6;

type Mean = { lat: number; lng: number; count: number };

/** The instruments of a track. Kilometres are counted in steps, so that a position that wanders around a parked car adds nothing. */
export type Meter = {
  km: number;
  gapKm: number;
  movingTenths: number;
  /** Since the last step, for devices that measure no speed. */
  speedKmh: number;
  headingDeg: number | null;
  last: TrackPoint | null;
  /** Where the last step ended, and the mean of the points near it. */
  from: TrackPoint | null;
  mean: Mean;
  nearAt: number;
  /** A first point away from the mean. */
  away: TrackPoint | null;
};

export const EMPTY_METER: Meter = {
  km: 0,
  gapKm: 0,
  movingTenths: 0,
  speedKmh: 0,
  headingDeg: null,
  last: null,
  from: null,
  mean: { lat: 0, lng: 0, count: 0 },
  nearAt: 0,
  away: null,
};

const kmhOf = (metres: number, tenths: number) => (tenths > 0 ? (metres / tenths) * 36 : 0);

const startAt = (meter: Meter, point: TrackPoint): Meter => ({
  ...meter,
  last: point,
  from: point,
  mean: { lat: point[1], lng: point[2], count: 1 },
  nearAt: point[0],
  away: null,
});

/** Adds a recorded point. */
export function addPoint(meter: Meter, point: TrackPoint): Meter {
  const { last, from, mean, away } = meter;
  if (!last || !from) return startAt(meter, point);
  const wide = Math.max(MIN_STEP_M, STEP_ACCURACIES * Math.max(from[3], point[3]));
  if (point[0] - last[0] > GAP_TENTHS) {
    const metres = metresBetween(from, point);
    const gapKm = meter.gapKm + (metres > wide ? metres / 1000 : 0);
    return startAt({ ...meter, gapKm, speedKmh: 0 }, point);
  }
  const centre: TrackPoint = [0, mean.lat, mean.lng, 0, null];
  if (metresBetween(centre, point) <= wide)
    return { ...meter, ...stayed(mean, point), speedKmh: away ? meter.speedKmh : 0 };
  if (!away) return { ...meter, last: point, away: point };
  return step(meter, from, away, point);
}

function stayed({ lat, lng, count }: Mean, point: TrackPoint): Pick<Meter, "last" | "mean" | "nearAt" | "away"> {
  const mean = {
    lat: (lat * count + point[1]) / (count + 1),
    lng: (lng * count + point[2]) / (count + 1),
    count: count + 1,
  };
  return { last: point, mean, nearAt: point[0], away: null };
}

function step(meter: Meter, from: TrackPoint, away: TrackPoint, point: TrackPoint): Meter {
  const metres = metresBetween(from, away) + metresBetween(away, point);
  const [whole, sinceNear] = [point[0] - from[0], point[0] - meter.nearAt];
  if (kmhOf(metres, sinceNear) < MIN_STEP_KMH) return startAt({ ...meter, speedKmh: 0 }, point);
  const isWhole = kmhOf(metres, whole) >= WHOLE_STEP_KMH;
  return startAt(
    {
      ...meter,
      km: meter.km + metres / 1000,
      movingTenths: meter.movingTenths + (isWhole ? whole : sinceNear),
      speedKmh: kmhOf(metresBetween(away, point), point[0] - away[0]),
      headingDeg: compassDegrees(placeOf(from), placeOf(point)),
    },
    point,
  );
}

/** The points in parts between the gaps. */
export function partsOf(points: readonly TrackPoint[]): TrackPoint[][] {
  const parts: TrackPoint[][] = [];
  for (const point of points) {
    const last = parts.at(-1)?.at(-1);
    if (last && point[0] - last[0] <= GAP_TENTHS) parts.at(-1)!.push(point);
    else parts.push([point]);
  }
  return parts;
}

export const meterOf = (points: readonly TrackPoint[]): Meter => points.reduce(addPoint, EMPTY_METER);

/** Below it a measured speed is noise. */
const STANDING_KMH = 3;

/** Speed to show: measured by the device, otherwise of the last step. */
export function displayedSpeed(fix: Fix | null, meter: Meter): number {
  const kmh = fix?.speedMs == null ? meter.speedKmh : fix.speedMs * 3.6;
  return kmh < STANDING_KMH ? 0 : kmh;
}

/** Direction to show; while the car does not move, the last one driven. */
export function displayedHeading(fix: Fix | null, meter: Meter): number | null {
  const isMoving = (fix?.speedMs ?? 0) * 3.6 >= STANDING_KMH;
  return isMoving && fix?.headingDeg != null && Number.isFinite(fix.headingDeg) ? fix.headingDeg : meter.headingDeg;
}

/** Average of the time in which the car moved; null before the first step. */
export const averageKmh = ({ km, movingTenths }: Meter): number | null =>
  movingTenths > 0 ? (km / movingTenths) * 36_000 : null;

export const totalKm = ({ km, gapKm }: Meter): number => km + gapKm;

/** What is stored with a finished track. */
export const totalsOf = ({ km, gapKm, movingTenths }: Meter) => ({ km, gapKm, movingMinutes: movingTenths / 600 });

/** Pieces that can be sent: full ones while the track is recorded, all of them afterwards. */
export const pieceCount = (points: number, isEnded: boolean): number =>
  isEnded ? Math.ceil(points / PIECE_POINTS) : Math.floor(points / PIECE_POINTS);

/** Answers about a track. The device sends again after `in_future` and from the first piece after `missing`; the others are final. */
export type UploadStatus =
  | "stored"
  | "finished"
  | "gone"
  | "other_account"
  | "forbidden"
  | "invalid"
  | "in_future"
  | "too_old"
  | "limit"
  | "conflict"
  | "ended"
  | "missing"
  | "implausible";

/** `stored`: pieces of the request that the server has. */
export type UploadAnswer = { owner: string; status: UploadStatus; stored: number };
