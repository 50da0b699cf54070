import { z } from "zod";
import { formOf, needed, text, ticked, typedInLine, wrong } from "../../../platform/form";
import { outcomeSchema } from "../../../platform/outcome-schema";
import {
  RALLY_CONTROL_KINDS,
  RALLY_HIGHEST_KMH,
  RALLY_SECTION_KINDS,
  RALLY_TIE_RULES,
} from "../../../platform/supabase/database-constants/events";
import { instructionsOf, UNITS } from "./rules";

type Limits = { min: number; max: number; factor?: number };

const numberOf = (value: string) => (/^-?\d+(?:[.,]\d+)?$/.test(value) ? Number(value.replace(",", ".")) : NaN);

/** A number that may be typed with a comma; `factor` turns it into the unit of the database. */
const decimal = ({ min, max, factor }: Limits) =>
  typedInLine()
    .min(1, wrong("missing"))
    .transform(numberOf)
    .refine((value) => value >= min && value <= max, wrong("numberInvalid"))
    .transform((value) => (factor ? Math.round(value * factor) : value));

/** The same; null when it is empty. */
const optionalDecimal = (limits: Limits) =>
  typedInLine()
    .prefault("")
    .transform((value) => (value === "" ? null : numberOf(value)))
    .refine((value) => value === null || (value >= limits.min && value <= limits.max), wrong("numberInvalid"))
    .transform((value) => (value !== null && limits.factor ? Math.round(value * limits.factor) : value));

const speed = { min: 5, max: RALLY_HIGHEST_KMH };
const points = { min: 0, max: 10_000 };
const distance = { min: 0, max: 1000, factor: 1000 };
const maximum = { min: 0, max: 100_000 };

export const rulesSchema = formOf(
  z.object({
    event: z.guid(),
    expected_version: z.union([z.iso.datetime({ offset: true }), z.literal("")]).transform((at) => at || undefined),
    authority: text(160),
    authorisation_number: text(80),
    max_average_kmh: decimal(speed),
    interval_seconds: decimal({ min: 10, max: 3600, factor: 1 }),
    unit_ms: z.enum(UNITS).transform(Number),
    points_early: decimal(points),
    points_late: decimal(points),
    tolerance_ms: decimal({ min: 0, max: 600, factor: 1000 }),
    max_early: optionalDecimal(maximum),
    max_late: optionalDecimal(maximum),
    missing_points: decimal(maximum),
    tie_rule: z.enum(RALLY_TIE_RULES),
  }),
);

const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, wrong("dateInvalid"));
export const stageSchema = formOf(
  z.object({
    event: z.guid(),
    id: z.guid().optional(),
    name: needed(80),
    starts_at: localTime,
    /** A trip of the planner whose stops begin and end the sections of a new stage. */
    trip: z.union([z.guid(), z.literal("")]).prefault(""),
  }),
);

export const sectionSchema = formOf(
  z.object({
    stage: z.guid(),
    id: z.guid().optional(),
    kind: z.enum(RALLY_SECTION_KINDS),
    metres: decimal(distance),
    average_kmh: optionalDecimal(speed),
    neutral_seconds: optionalDecimal({ min: 0.1, max: 1440, factor: 60 }),
    limit_kmh: optionalDecimal({ min: 10, max: RALLY_HIGHEST_KMH, factor: 1 }),
    line: z
      .union([z.string().max(60_000), z.null()])
      .prefault(null)
      .transform((line) => line || null),
    drawn: z.string().max(60_000).prefault("[]"),
    instructions: text(20_000),
  }),
)
  .refine(({ kind, average_kmh: average }) => kind !== "regularity" || average !== null, {
    ...wrong("missing"),
    path: ["average_kmh"],
  })
  .refine(({ kind, neutral_seconds: seconds }) => kind !== "neutral" || seconds !== null, {
    ...wrong("missing"),
    path: ["neutral_seconds"],
  })
  .transform(({ instructions, drawn, ...section }) => ({
    ...section,
    average_kmh: section.kind === "regularity" ? section.average_kmh : null,
    neutral_seconds: section.kind === "neutral" ? section.neutral_seconds : null,
    instructions: instructionsOf(instructions, drawn),
  }));

export const controlSchema = formOf(
  z.object({
    event: z.guid(),
    stage: z.guid(),
    id: z.guid().optional(),
    kind: z.enum(RALLY_CONTROL_KINDS),
    metres: decimal(distance),
    lat: optionalDecimal({ min: -34, max: 6 }),
    lng: optionalDecimal({ min: -74, max: -28 }),
  }),
);

export const partSchema = formOf(z.object({ part: z.enum(["stage", "section", "control"]), id: z.guid() }));
export const stageIdSchema = formOf(z.object({ stage: z.guid() }));
export const eventSchema = formOf(z.object({ event: z.guid() }));
export const publishSchema = formOf(
  z.object({
    event: z.guid(),
    part: z.enum(["rally", "results"]),
    published: z.enum(["yes", "no"]).transform((answer) => answer === "yes"),
  }),
);
export const crewSchema = formOf(
  z.object({
    crew: z.guid(),
    number: decimal({ min: 1, max: 999, factor: 1 }),
    class_name: text(80),
    public_name: text(120),
    withdrawn: ticked,
  }),
);
export const tapSchema = z.object({
  pass: z.guid(),
  control: z.guid(),
  crew: z.guid(),
  passed_at: z.iso.datetime({ offset: true }),
});
export const passSchema = formOf(z.object({ pass: z.guid() }));

/** Why a write of a rally is refused; the texts are in `events/rally.refusal`. */
const RALLY_REFUSALS = [
  "invalid",
  "authorisation_missing",
  "above_maximum",
  "above_limit",
  "beyond_stage",
  "taken",
  "passed",
  "too_early",
  "already",
  "incomplete",
  "unpublished",
] as const;
export const writtenSchema = outcomeSchema({
  conflict: {},
  refused: [...RALLY_REFUSALS, "missing"],
  gone: true,
});
