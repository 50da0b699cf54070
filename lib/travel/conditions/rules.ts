import type { StateAbbr } from "../../geo/states/rules";
import type { Span } from "../trips/rules";

/** What decides how hard a stretch of a trip is for a classic car, in the order in which it is shown. */
export const FACTORS = ["fuel", "unpaved", "heat", "dusk", "fog", "workshop", "grade"] as const;
export type Factor = (typeof FACTORS)[number];

/** The factors that are measured; there is no source of fog yet, so it is always unknown. */
export const MEASURED = ["fuel", "unpaved", "heat", "dusk", "workshop", "grade"] as const;

/** `grey`: too little is known. */
export const LIGHTS = ["green", "yellow", "red", "grey"] as const;
export type Light = (typeof LIGHTS)[number];

/** Everything with a yellow and a red limit: a slope that lasts has limits of its own. */
export const LIMITED = [...MEASURED, "long_grade"] as const;
type Limited = (typeof LIMITED)[number];

type Bounds = readonly [builtIn: number, min: number, max: number];

/**
 * Weights and limits of the formula (docs/domains/travel.md) with their built-in value and the values that
 * the panel accepts. A measured factor is one point from its yellow limit on and two from its red one.
 */
export const SETTINGS = {
  fuel_weight: [3, 0, 5],
  unpaved_weight: [2, 0, 5],
  heat_weight: [1, 0, 5],
  dusk_weight: [2, 0, 5],
  fog_weight: [1, 0, 5],
  workshop_weight: [1, 0, 5],
  grade_weight: [2, 0, 5],
  /** Percent of the range of the tank driven since the last known petrol station. */
  fuel_yellow: [60, 1, 100],
  fuel_red: [85, 1, 100],
  /** Kilometres of earth in a stretch. */
  unpaved_yellow: [1, 0.1, 50],
  unpaved_red: [15, 0.1, 50],
  /** Mean daily maximum of the month in °C. */
  heat_yellow: [32, 15, 45],
  heat_red: [36, 15, 45],
  /** Minutes driven between sunset and sunrise. */
  dusk_yellow: [1, 1, 240],
  dusk_red: [30, 1, 240],
  /** Kilometres on the road to the nearest known workshop. */
  workshop_yellow: [40, 1, 500],
  workshop_red: [100, 1, 500],
  /** Steepest climb or descent in percent over 500 m, and over 1 km. */
  grade_yellow: [6, 1, 40],
  grade_red: [10, 1, 40],
  long_grade_yellow: [5, 1, 40],
  long_grade_red: [8, 1, 40],
  /** Points from which a stretch is yellow or red. */
  yellow_from: [1, 0.1, 20],
  red_from: [4, 0.1, 40],
  /** A stretch with fewer known factors is grey. */
  min_known: [4, 1, 7],
} as const satisfies Record<string, Bounds>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export type ConditionSettings = Record<SettingName, number>;

export const BUILT_IN_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name][0]]),
) as ConditionSettings;

/** 0 good, 1 caution, 2 bad. */
export type Severity = 0 | 1 | 2;

/** A factor of a stretch; `severity` is null when it is not known. `reason` is the key of its text with the `values`. */
export type FactorResult = {
  factor: Factor;
  severity: Severity | null;
  reason: string;
  values: Readonly<Record<string, number | string>>;
};

export const isCounted = (factor: Factor, settings: ConditionSettings) => settings[`${factor}_weight`] > 0;

export function severityOf(limited: Limited, value: number, settings: ConditionSettings): Severity {
  if (value >= settings[`${limited}_red`]) return 2;
  return value >= settings[`${limited}_yellow`] ? 1 : 0;
}

/** What counts as reserve: the kilometres that are left when the fuel turns red. */
export const reserveKm = (rangeKm: number, { fuel_red }: ConditionSettings) => rangeKm * (1 - fuel_red / 100);

type Rating = { light: Light; points: number; rated: number; total: number };

/** The light of a stretch: its known factors with their weights; an unknown factor is never counted as good. */
export function rate(
  factors: readonly Pick<FactorResult, "factor" | "severity">[],
  settings: ConditionSettings,
): Rating {
  const counted = factors.filter(({ factor }) => isCounted(factor, settings));
  const known = counted.filter(({ severity }) => severity !== null);
  const points = known.reduce((sum, { factor, severity }) => sum + settings[`${factor}_weight`] * severity!, 0);
  return { light: lightOf(points, known.length, settings), points, rated: known.length, total: counted.length };
}

function lightOf(points: number, rated: number, { min_known, red_from, yellow_from }: ConditionSettings): Light {
  if (rated < min_known) return "grey";
  if (points >= red_from) return "red";
  return points >= yellow_from ? "yellow" : "green";
}

/** Known places by their kilometre, the stretches whose states have data, and the states without. */
export type PlaceMarks = { km: readonly number[]; covered: readonly Span[]; unknown: readonly StateAbbr[] };

/** A stretch with the climate of one station, `stationKm` away: mean daily maxima of January to December. */
export type ClimateSpan = Span & { station: string; stationKm: number; maxC: readonly (number | null)[] };

/** A stretch with a recorded altitude at both ends. */
export type GradeSpan = Span & { percent: number };

/** Data of the server about the line of a trip. */
export type ConditionFacts = {
  fuel: PlaceMarks;
  workshops: PlaceMarks;
  climate: readonly ClimateSpan[];
  grades: readonly GradeSpan[];
  settings: ConditionSettings;
};

export type ExampleName = "calm" | "hot" | "dry" | "night" | "earth" | "noData";

/** Examples that the panel shows for new settings: how bad each factor is, null for unknown. */
export const EXAMPLES: Readonly<Record<ExampleName, Readonly<Record<Factor, Severity | null>>>> = {
  calm: { fuel: 0, unpaved: 0, heat: 0, dusk: 0, fog: null, workshop: 0, grade: null },
  hot: { fuel: 0, unpaved: null, heat: 1, dusk: 0, fog: null, workshop: 0, grade: null },
  dry: { fuel: 2, unpaved: null, heat: 1, dusk: 0, fog: null, workshop: 1, grade: null },
  night: { fuel: 0, unpaved: 0, heat: 0, dusk: 2, fog: null, workshop: 0, grade: null },
  earth: { fuel: 1, unpaved: 1, heat: 0, dusk: 0, fog: null, workshop: 1, grade: null },
  noData: { fuel: null, unpaved: 0, heat: 0, dusk: 0, fog: null, workshop: null, grade: null },
};
