import { greatCircleKm, kmToSegment, type GeoPoint, type SECTION_STYLES } from "./rules";

/** [latitude, longitude], the order of encoded polylines. */
export type LinePoint = readonly [lat: number, lng: number];

export type SectionStyle = (typeof SECTION_STYLES)[number];
/** A part of a route that is drawn in one style. */
export type Section = { style: SectionStyle; line: readonly LinePoint[] };

const PRECISION = 1e5;

/** Points of an encoded polyline with five decimals (Google's "Encoded Polyline Algorithm Format"). */
export function decodeLine(encoded: string): LinePoint[] {
  const values = decodeValues(encoded);
  const points: LinePoint[] = [];
  let [lat, lng] = [0, 0];
  for (let index = 0; index + 1 < values.length; index += 2) {
    lat += values[index]!;
    lng += values[index + 1]!;
    points.push([lat / PRECISION, lng / PRECISION]);
  }
  return points;
}

function decodeValues(encoded: string): number[] {
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (let index = 0; index < encoded.length; index++) {
    const bits = encoded.charCodeAt(index) - 63;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    values.push(value & 1 ? ~(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return values;
}

const pointOf = ([lat, lng]: LinePoint): GeoPoint => ({ lat, lng });

/** Kilometres from the first point of a line to each of its points. */
export function kmAlongLine(line: readonly LinePoint[]): number[] {
  let km = 0;
  return line.map((point, index) => {
    if (index > 0) km += greatCircleKm(pointOf(line[index - 1]!), pointOf(point));
    return km;
  });
}

/**
 * Position of a point beside a line: kilometres along the line to the nearest part of it, and the straight distance
 * from there; null for a line with fewer than two points. `kmAt` are the results of `kmAlongLine`, for many points;
 * `ends` are the indices of the points at the end of the parts that can be nearest.
 */
export function positionAlongLine(
  line: readonly LinePoint[],
  point: GeoPoint,
  kmAt: readonly number[] = kmAlongLine(line),
  ends: Iterable<number> = line.keys(),
): { kmAlong: number; kmBeside: number } | null {
  let [nearest, kmBeside] = [-1, Infinity];
  for (const index of ends) {
    if (index === 0) continue;
    const km = kmToSegment(point, pointOf(line[index - 1]!), pointOf(line[index]!));
    if (km < kmBeside) [nearest, kmBeside] = [index, km];
  }
  if (nearest < 0) return null;
  const start = pointOf(line[nearest - 1]!);
  const length = kmAt[nearest]! - kmAt[nearest - 1]!;
  const toStart = greatCircleKm(start, point);
  const onSegment = Math.min(length, Math.sqrt(Math.max(0, toStart ** 2 - kmBeside ** 2)));
  const isBeforeStart = kmBeside >= toStart;
  return { kmAlong: kmAt[nearest - 1]! + (isBeforeStart ? 0 : onSegment), kmBeside };
}
