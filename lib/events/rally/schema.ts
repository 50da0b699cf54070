import { z } from "zod";
import {
  RALLY_CONTROL_KINDS,
  RALLY_PASS_SOURCES,
  RALLY_SECTION_KINDS,
  RALLY_TIE_RULES,
} from "../../platform/supabase/database-constants/events";

const rules = z.object({
  unit_ms: z.number(),
  points_early: z.number(),
  points_late: z.number(),
  tolerance_ms: z.number(),
  max_early: z.number().nullable(),
  max_late: z.number().nullable(),
  missing_points: z.number(),
  tie_rule: z.enum(RALLY_TIE_RULES),
  max_average_kmh: z.number(),
  interval_seconds: z.number(),
  authority: z.string().nullable(),
  authorisation_number: z.string().nullable(),
});
export type RallyRules = z.infer<typeof rules>;

const tulip = z.object({ turn: z.number(), others: z.array(z.number()), isDetailed: z.boolean() });
const instruction = z.object({ metres: z.number(), text: z.string(), tulip: tulip.nullish() });
export type RallyInstruction = z.infer<typeof instruction>;

const section = z.object({
  id: z.string(),
  kind: z.enum(RALLY_SECTION_KINDS),
  metres: z.number(),
  average_kmh: z.number().nullable(),
  neutral_seconds: z.number().nullable(),
  limit_kmh: z.number().nullable(),
  line: z.string().nullable(),
  instructions: z.array(instruction),
});
export type RallySection = z.infer<typeof section>;

const control = z.object({
  id: z.string(),
  kind: z.enum(RALLY_CONTROL_KINDS),
  metres: z.number(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  bearing: z.number().nullable(),
  ideal_ms: z.number(),
});
export type RallyControl = z.infer<typeof control>;

const stage = z.object({
  id: z.string(),
  name: z.string(),
  starts_at: z.string(),
  finished_at: z.string().nullable(),
  sections: z.array(section),
  controls: z.array(control),
});
export type RallyStage = z.infer<typeof stage>;

const crew = z.object({
  id: z.string(),
  number: z.number(),
  class_name: z.string(),
  public_name: z.string().nullable(),
  withdrawn: z.boolean(),
  name: z.string().nullable(),
  car: z.string().nullable(),
  year: z.number().nullable(),
});
export type RallyCrew = z.infer<typeof crew>;

const results = z.array(
  z.object({
    control: z.string(),
    crew: z.string(),
    source: z.enum(RALLY_PASS_SOURCES),
    difference_ms: z.number(),
  }),
);

/** What `rally_console` returns. */
export const consoleSchema = z
  .object({
    rules,
    updated_at: z.string(),
    published_at: z.string().nullable(),
    results_published_at: z.string().nullable(),
    gaps: z.array(z.enum(["authorisation", "sections", "crews"])),
    stages: z.array(stage),
    crews: z.array(crew),
    results,
    taps: z.array(
      z.object({
        id: z.string(),
        control: z.string(),
        crew: z.string(),
        passed_at: z.string(),
        by: z.string().nullable(),
      }),
    ),
  })
  .nullable();
export type RallyConsole = NonNullable<z.infer<typeof consoleSchema>>;

/** What `rally_standings` returns. */
export const standingsSchema = z
  .object({
    title: z.string(),
    slug: z.string(),
    time_zone: z.string(),
    rules,
    crews: z.array(crew),
    stages: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        finished_at: z.string().nullable(),
        controls: z.array(control.pick({ id: true, kind: true })),
      }),
    ),
    results,
  })
  .nullable();
export type Standings = NonNullable<z.infer<typeof standingsSchema>>;

/** What `read_own_rally` returns and a device keeps. */
export const ownRallySchema = z
  .object({
    event: z.string(),
    title: z.string(),
    time_zone: z.string(),
    crew: crew.pick({ number: true, class_name: true }),
    rules,
    stages: z.array(stage),
  })
  .nullable();
export type OwnRally = NonNullable<z.infer<typeof ownRallySchema>>;
