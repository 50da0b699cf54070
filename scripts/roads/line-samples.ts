import { kmAlongLine, type LinePoint } from "@/lib/geo/geo/lines";
import type { GeoPoint } from "@/lib/geo/geo/rules";
import { bearingOf } from "./segment-index";

/** The middle of a short part of a line; `km` is the length of the part, `at` its position along the line. */
export type Sample = { point: GeoPoint; bearing: number; km: number; at: number };

const STEP_KM = 0.1;

const pointOf = ([lat, lng]: LinePoint): GeoPoint => ({ lat, lng });

/** Divides a line into parts of about 100 m. */
export function samplesOf(line: readonly LinePoint[]): Sample[] {
  const kmAt = kmAlongLine(line);
  return line.slice(1).flatMap((end, index) => {
    const start = line[index]!;
    const length = kmAt[index + 1]! - kmAt[index]!;
    if (length === 0) return [];
    const parts = Math.max(1, Math.round(length / STEP_KM));
    const bearing = bearingOf(pointOf(start), pointOf(end));
    return Array.from({ length: parts }, (_, part): Sample => {
      const share = (part + 0.5) / parts;
      return { point: pointAt(start, end, share), bearing, km: length / parts, at: kmAt[index]! + share * length };
    });
  });
}

function pointAt(start: LinePoint, end: LinePoint, share: number): GeoPoint {
  return { lat: start[0] + (end[0] - start[0]) * share, lng: start[1] + (end[1] - start[1]) * share };
}

export type KmRange = [from: number, to: number];

/** Ranges in order, those that touch or overlap as one. */
export function mergeRanges(ranges: readonly KmRange[], gapKm = 0): KmRange[] {
  const merged: KmRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + gapKm) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Adds a vertex at both ends of each range and gives the indices of these vertices. */
export function cutAtRanges(
  line: readonly LinePoint[],
  ranges: readonly KmRange[],
): { line: LinePoint[]; indices: [first: number, last: number][] } {
  const kmAt = kmAlongLine(line);
  const cuts = [...new Set(ranges.flat())];
  const added = cuts.flatMap((km) => {
    if (kmAt.some((at) => Math.abs(at - km) < 0.01)) return [];
    const after = kmAt.findIndex((at) => at > km);
    if (after < 1) return [];
    const share = (km - kmAt[after - 1]!) / (kmAt[after]! - kmAt[after - 1]!);
    const { lat, lng } = pointAt(line[after - 1]!, line[after]!, share);
    return [{ km, point: [Math.round(lat * 1e5) / 1e5, Math.round(lng * 1e5) / 1e5] as const }];
  });
  const all = [...line.map((point, index) => ({ km: kmAt[index]!, point })), ...added].sort((a, b) => a.km - b.km);
  const nearest = (km: number) =>
    all.reduce((best, { km: at }, index) => (Math.abs(at - km) < Math.abs(all[best]!.km - km) ? index : best), 0);
  const indices = ranges.map(([from, to]): [number, number] => [nearest(from), nearest(to)]);
  return { line: all.map(({ point }) => point), indices: indices.filter(([first, last]) => last > first) };
}
