/**
 * Average speeds of a classic car in km/h by class of road, without stops. Assumptions, not measurements: a car of 40 to
 * 100 hp with drum brakes stays below the legal limits (110 motorway, 80 to 100 single carriageway), and each class
 * includes its usual towns, climbs, bends and overtaken lorries.
 */
export const CLASSIC_KMH = {
  /** Dual carriageway without crossings; the right lane, with the lorries. */
  motorway: 80,
  /** Federal single carriageway; lorries set the pace on climbs. */
  trunk: 75,
  /** State road between cities, a town every 20 km. */
  primary: 70,
  /** State road with bends, few places to overtake. */
  secondary: 60,
  /** Narrow road between small towns, bends and speed bumps. */
  tertiary: 50,
  /** Local road and town street: crossings, cobbles. */
  minor: 40,
  /** Earth or gravel road. */
  track: 30,
  /** Crossing of 20 minutes for 5 km, waiting for the boat included. */
  ferry: 10,
  /** Class of the road not known, mostly scenic state roads. */
  unknown: 55,
} as const;

/** Speed on earth and gravel of any class: stones and dust, and low bumpers. */
const UNPAVED_KMH = 30;

/** Unpaved share of a route with surface "mixed" whose paved share is not known. */
const MIXED_UNPAVED_SHARE = 0.3;

export type RoadClass = keyof typeof CLASSIC_KMH;
export type RouteSurface = { surface: string | null; pavedPct: number | null };

function unpavedShare({ surface, pavedPct }: RouteSurface): number {
  if (pavedPct !== null) return 1 - pavedPct / 100;
  return surface === "unpaved" ? 1 : surface === "mixed" ? MIXED_UNPAVED_SHARE : 0;
}

const isPavedClass = (name: string) => name === "motorway" || name === "trunk" || name === "ferry";

/** Minutes for the kilometres of each road class; kilometres without a class count as unknown. */
export function classicMinutes(
  km: number,
  classes: Partial<Record<RoadClass, number>>,
  surface: RouteSurface = { surface: null, pavedPct: null },
): number {
  const classified = Object.values(classes).reduce((sum, length) => sum + length, 0);
  const lengths = { ...classes, unknown: (classes.unknown ?? 0) + Math.max(0, km - classified) };
  const unpaved = unpavedShare(surface);
  const minutes = Object.entries(lengths).map(([name, length]) => {
    const speed = CLASSIC_KMH[name as RoadClass];
    const share = isPavedClass(name) ? 0 : unpaved;
    return (length * (1 - share) * 60) / speed + (length * share * 60) / Math.min(speed, UNPAVED_KMH);
  });
  return minutes.reduce((sum, value) => sum + value, 0);
}
