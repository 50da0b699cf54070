import { decodeLine, kmAlongLine } from "../../geo/lines";
import { driveMinutes, type Pace } from "../drive/rules";
import type { PacedClass, PaceSettings } from "../rules";

/** Unpaved share of a route with surface "mixed" whose paved share is not known. */
const MIXED_UNPAVED_SHARE = 0.3;

/** What a route of the guide states about its ground; `pavedPct` is a percentage. */
export type RouteSurface = { surface: string | null; pavedPct: number | null };
type Classes = Partial<Record<PacedClass, number>>;

function unpavedShare({ surface, pavedPct }: RouteSurface): number {
  if (pavedPct !== null) return 1 - pavedPct / 100;
  return surface === "unpaved" ? 1 : surface === "mixed" ? MIXED_UNPAVED_SHARE : 0;
}

const isPavedClass = (name: PacedClass) => name === "motorway" || name === "trunk" || name === "ferry";

/** Minutes for kilometres without a line, as a road of unknown class (SQL: `private.classic_minutes`). */
export function estimatedMinutes(km: number, ground: RouteSurface, settings: PaceSettings): number {
  const unpaved = unpavedShare(ground);
  const slow = Math.min(settings.unknown_kmh, settings.unpaved_kmh);
  return km * 60 * ((1 - unpaved) / settings.unknown_kmh + unpaved / slow);
}

/**
 * Minutes for the line of a leg. Where on the line each class and the earth begin is not known: each class counts as if
 * the whole line were of it, for its share of the kilometres; the rest of the line is of unknown class.
 */
export function lineMinutes(
  leg: { km: number; line: string; classes: Classes },
  ground: RouteSurface,
  pace: Pace,
): number {
  const points = decodeLine(leg.line);
  const drawn = kmAlongLine(points).at(-1) ?? 0;
  if (drawn === 0 || leg.km === 0) return 0;
  const known = Object.entries(leg.classes) as [PacedClass, number][];
  const classified = known.reduce((sum, [, km]) => sum + km, 0);
  const all = Math.max(leg.km, classified);
  const rest: [PacedClass, number] = ["unknown", Math.max(0, leg.km - classified)];
  const ofLine = (roadClass: PacedClass, isUnpaved: boolean) =>
    driveMinutes([{ points, roadClass, isUnpaved }], pace)[0]!;
  const shares = [...known, rest].filter(([, km]) => km > 0);
  const minutes = shares.map(([roadClass, km]) => {
    const unpaved = isPavedClass(roadClass) ? 0 : unpavedShare(ground);
    const paved = unpaved < 1 ? (1 - unpaved) * ofLine(roadClass, false) : 0;
    return (km / all) * (paved + (unpaved > 0 ? unpaved * ofLine(roadClass, true) : 0));
  });
  return minutes.reduce((sum, value) => sum + value, 0) * (leg.km / drawn);
}
