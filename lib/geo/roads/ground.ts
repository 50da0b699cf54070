import { simplifyLine } from "../geo/rules";
import { PROFILE_MAX } from "../tracks/rules";
import { kmBetween, round, type Ground } from "./rules";
import type { Piece } from "./sections";

/** The altitude at a point is the mean of those at most this far along the road: single samples are some metres wrong. */
const MEAN_KM = 0.2;
/** Between altitudes that are farther apart nothing is known. */
const MAX_GAP_KM = 1;

type Sample = { km: number; metres: number };

function samplesOf(pieces: readonly Piece[]): Sample[] {
  const samples: Sample[] = [];
  let km = 0;
  for (const { points, heights, circuity = 1 } of pieces)
    for (const [index, point] of points.entries()) {
      if (index > 0) km += kmBetween(...points[index - 1]!, ...point) * circuity;
      const metres = heights?.[index] ?? null;
      const isRepeated = samples.at(-1)?.km === km;
      if (metres !== null && !isRepeated) samples.push({ km, metres });
    }
  return samples;
}

/** Samples without gaps between them. */
function partsOf(samples: readonly Sample[]): Sample[][] {
  const parts: Sample[][] = [];
  for (const sample of samples) {
    const last = parts.at(-1);
    if (last && sample.km - last.at(-1)!.km <= MAX_GAP_KM) last.push(sample);
    else parts.push([sample]);
  }
  return parts.filter(({ length }) => length > 1);
}

function smoothed(part: readonly Sample[]): Sample[] {
  let [from, to, sum] = [0, 0, 0];
  return part.map(({ km }) => {
    while (to < part.length && part[to]!.km <= km + MEAN_KM) sum += part[to++]!.metres;
    while (part[from]!.km < km - MEAN_KM) sum -= part[from++]!.metres;
    return { km, metres: sum / (to - from) };
  });
}

/** How far a sample is from the straight climb between two others, in metres. */
function besideClimb({ km, metres }: Sample, start: Sample, end: Sample): number {
  const share = end.km > start.km ? (km - start.km) / (end.km - start.km) : 0;
  return Math.abs(metres - (start.metres + (end.metres - start.metres) * share));
}

/** The altitudes along a route, simplified until they fit into a stored trip; null where none are known. */
export function groundOf(pieces: readonly Piece[]): Ground | null {
  if (!pieces.some(({ heights }) => heights?.some((metres) => metres !== null))) return null;
  const parts = partsOf(samplesOf(pieces))
    .map(smoothed)
    .toSorted((a, b) => b.at(-1)!.km - b[0]!.km - (a.at(-1)!.km - a[0]!.km))
    .slice(0, PROFILE_MAX.parts)
    .toSorted((a, b) => a[0]!.km - b[0]!.km);
  if (parts.length === 0) return null;
  let simple = parts;
  for (let metres = 1; simple === parts || simple.flat().length > PROFILE_MAX.points; metres *= 2)
    simple = parts.map((part) => simplifyLine(part, metres, besideClimb));
  return simple.map((part) =>
    part.map(({ km, metres }) => [round(km, 3), round(metres, 1), round(km - part[0]!.km, 3)]),
  );
}
