import type { LinePoint } from "../geo/lines";

/** Classes of roads that have a speed of their own. */
export const PACED_CLASSES = [
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "minor",
  "track",
  "ferry",
  "unknown",
] as const;
export type PacedClass = (typeof PACED_CLASSES)[number];

type Bounds = readonly [builtIn: number, min: number, max: number];

/** Weights of the driving time with their built-in value and the values that the panel accepts. */
export const PACE_SETTINGS = {
  /** km/h on a straight, level road outside of towns, by class, with the lorries and speed bumps that are usual there. */
  motorway_kmh: [80, 20, 120],
  trunk_kmh: [76, 20, 110],
  primary_kmh: [71, 20, 110],
  secondary_kmh: [66, 20, 100],
  tertiary_kmh: [56, 15, 90],
  minor_kmh: [40, 10, 80],
  track_kmh: [30, 5, 80],
  /** Crossing of 20 minutes for 5 km, waiting for the boat included. */
  ferry_kmh: [10, 2, 60],
  /** Class of the road not known, mostly scenic state roads. */
  unknown_kmh: [58, 10, 100],
  /** Highest speed on earth and gravel of any class: stones and dust, and low bumpers. */
  unpaved_kmh: [30, 5, 80],
  /** Comfortable lateral acceleration in a bend, in m/s². */
  lateral_ms2: [1.6, 0.5, 4],
  /** Acceleration out of a bend and braking before it, in m/s². */
  accelerate_ms2: [0.6, 0.2, 3],
  brake_ms2: [1, 0.3, 4],
  /** km/h lost for each 10 degrees that a kilometre of road turns. */
  winding_kmh: [4, 0, 10],
  /** Highest speed within this many kilometres of the seat of a municipality, outside of motorways. */
  town_kmh: [30, 10, 80],
  town_km: [1.2, 0, 3],
  /** The same around the capital of a state, motorways included. */
  capital_kmh: [42, 10, 80],
  capital_km: [7, 0, 10],
  /** km/h lost for each percent of a mean climb or descent. */
  climb_kmh: [3, 0, 10],
  descent_kmh: [2, 0, 10],
} as const satisfies Record<string, Bounds>;

export type PaceSettingName = keyof typeof PACE_SETTINGS;
export const PACE_SETTING_NAMES = Object.keys(PACE_SETTINGS) as PaceSettingName[];
export type PaceSettings = Readonly<Record<PaceSettingName, number>>;

export const BUILT_IN_PACE = Object.fromEntries(
  PACE_SETTING_NAMES.map((name) => [name, PACE_SETTINGS[name][0]]),
) as PaceSettings;

/** Speed of a class in km/h; a `join` counts as a road of unknown class. */
export const classKmh = (roadClass: PacedClass | "join", settings: PaceSettings) =>
  settings[`${roadClass === "join" ? "unknown" : roadClass}_kmh`];

/** A part of a drive with the same facts. A `join` is a straight line over missing data. */
export type PacePart = { points: readonly LinePoint[]; roadClass: PacedClass | "join"; isUnpaved?: boolean };
