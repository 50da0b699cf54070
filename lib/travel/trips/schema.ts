import { z } from "zod";
import { TRAVEL_AREA } from "../../geo/geo/rules";
import { AVOIDABLE, ROAD_CLASSES, SURFACES } from "../../geo/roads/rules";
import { MAX_POINTS } from "../../geo/roads/schema";
import { PROFILE_MAX } from "../../geo/tracks/rules";
import { ROAD_SOURCES } from "../../platform/settings/rules";
import { typed } from "../../platform/form";
import type { Outcome } from "../../platform/outcome";
import { TOLL_CLASSES } from "../../platform/supabase/database-constants/garage";
import { SECTION_KINDS } from "../../geo/roads/rules";

export const MAX_TITLE = 120;
const MAX_NOTE = 500;
/** Bytes of a plan and of a stored route as JSON; 3,000 km with all their bends take about 300 kB. */
export const MAX_PLAN_BYTES = 64_000;
export const MAX_ROUTE_BYTES = 1_000_000;

/** A `shape` point only bends the line: it has no stay, no night and no row in the roadbook. */
const STOP_KINDS = ["stop", "shape"] as const;

const latitude = z.number().min(TRAVEL_AREA.south).max(TRAVEL_AREA.north);
const longitude = z.number().min(TRAVEL_AREA.west).max(TRAVEL_AREA.east);

const tripStopSchema = z.object({
  id: z.string().min(1).max(40),
  kind: z.enum(STOP_KINDS),
  name: z.string().max(MAX_TITLE),
  lat: latitude,
  lng: longitude,
  stayMinutes: z
    .int()
    .min(0)
    .max(24 * 60),
  nights: z.int().min(0).max(30),
  note: z.string().max(MAX_NOTE),
  /** The item of the search index that the stop was chosen from. */
  subject: z.object({ kind: z.string().max(40), id: z.string().max(80) }).nullable(),
});

/** The first stop is the start, the last one the end; a day ends at a stop with nights. */
export const tripPlanSchema = z.object({
  title: typed().max(MAX_TITLE),
  stops: z.array(tripStopSchema).max(MAX_POINTS),
  avoid: z.array(z.enum(AVOIDABLE)),
  leaveOn: z.iso.date().nullable(),
  leaveAt: z.iso.time({ precision: -1 }),
  /** At most one of the two; the other one is null. */
  maxKmPerDay: z.int().min(20).max(2000).nullable(),
  maxHoursPerDay: z.number().min(1).max(20).nullable(),
  car: z.object({
    name: z.string().max(80),
    /** Highest speed that the driver keeps, in km/h: faster road classes are driven at this speed. */
    cruiseKmh: z.int().min(20).max(130),
    tankLitres: z.number().min(1).max(300).nullable(),
    kmPerLitre: z.number().min(1).max(60).nullable(),
    fuelPriceCents: z.int().min(1).max(10_000).nullable(),
    tollClass: z.enum(TOLL_CLASSES),
    /** The car of the garage that the fields were filled from. */
    vehicleId: z.uuid().nullable().optional(),
  }),
});

const sectionSchema = z.object({
  kind: z.enum(SECTION_KINDS),
  line: z.string().max(400_000),
  roadClass: z.enum(ROAD_CLASSES),
  ref: z.string().max(80).nullable(),
  km: z.number().min(0).max(20_000),
  source: z.string().max(80).nullable(),
  /** Absent in routes that were stored before the minutes of a section were known. */
  minutes: z.number().min(0).max(100_000).optional(),
  slower: z.tuple([z.number().min(0).max(100_000), z.number().min(0).max(100_000)]).optional(),
  surface: z.enum(SURFACES).optional(),
  name: z.string().max(200).optional(),
});

const kilometres = z.number().min(0).max(40_000);

/** `recordedKm` are the kilometres of the recording since the start of the part: longer than those of a simplified road. */
const profilePointSchema = z.tuple([kilometres, z.number().min(-100).max(7000), kilometres]);

/**
 * Altitudes in metres by kilometre of the route: `profile` in parts where the route follows the recording of an own
 * file, `ground` where the network of roads has them.
 */
const profileSchema = z
  .array(z.array(profilePointSchema).min(2))
  .max(PROFILE_MAX.parts)
  .refine((parts) => parts.flat().length <= PROFILE_MAX.points);

/** The computed route as it is stored, so that everybody who opens the trip sees the same line. */
const storedRouteSchema = z.object({
  sections: z.array(sectionSchema).max(5000),
  legs: z
    .array(
      z.object({
        from: z.int().min(0),
        to: z.int().min(0),
        km: kilometres,
        estimatedKm: kilometres,
        minutes: z.number().min(0).max(100_000),
        firstSection: z.int().min(0),
        endSection: z.int().min(0),
        isUnknown: z.literal(true).optional(),
      }),
    )
    .max(MAX_POINTS),
  km: kilometres,
  estimatedKm: kilometres,
  minutes: z.number().min(0).max(100_000),
  tolls: z.array(z.object({ name: z.string().max(200), lat: latitude, lng: longitude })).max(500),
  unavoidable: z
    .array(
      z.union([
        z.object({ kind: z.enum(AVOIDABLE), km: kilometres }),
        z.object({ kind: z.literal("toll"), plazas: z.int().min(0) }),
      ]),
    )
    .max(20),
  unsupported: z.array(z.enum(AVOIDABLE)),
  missing: z.array(z.enum(ROAD_SOURCES)).optional(),
  credits: z.array(z.string().max(500)).max(20),
  profile: profileSchema.optional(),
  ground: profileSchema.optional(),
});

/** What the planner shows of a car of the garage and fills into the plan. */
export type PlannerCar = {
  id: string;
  nickname: string;
  description: string;
  cruiseKmh: number | null;
  tankLitres: number | null;
  kmPerLitre: number | null;
  tollClass: string;
};

/** Answer of `GET /api/garage`: the cars that the account may choose. */
export type PlannerCarsAnswer = { cars: readonly PlannerCar[] };

export type TripStop = z.infer<typeof tripStopSchema>;
export type TripPlan = z.infer<typeof tripPlanSchema>;
export type StoredRoute = z.infer<typeof storedRouteSchema>;
export type Profile = NonNullable<StoredRoute["profile"]>;

/** What the planner saves. `version` is the one that was opened, null for a new trip. */
export const saveTripSchema = z.object({
  /** Idempotency key of a new trip, or the id of an existing one. */
  id: z.uuid(),
  version: z.int().min(1).nullable(),
  plan: tripPlanSchema,
  route: storedRouteSchema.nullable(),
});
export type SaveTripInput = z.infer<typeof saveTripSchema>;

export type SavedTrip = { id: string; version: number; plan: TripPlan; route: StoredRoute | null; updatedAt: string };

/** A trip that the planner opens; `version` is null for a prepared plan that is not stored yet. */
export type OpenedTrip = Omit<SavedTrip, "version"> & { version: number | null };

export const savedTripSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  plan: tripPlanSchema,
  route: storedRouteSchema.nullable(),
  updatedAt: z.string(),
}) satisfies z.ZodType<SavedTrip>;

/**
 * `conflict`: another person or tab saved in between; `theirs` is the stored trip and nothing was written. `limit`: the
 * account has as many trips as it may keep.
 */
export type SaveTripAnswer = Outcome<
  { version: number; updatedAt: string },
  "forbidden" | "signed-out" | "invalid" | "limit",
  { theirs: SavedTrip }
>;

/** Answer to a change of the list: renamed, copied, moved into the trash or back. */
export type ChangeAnswer = Outcome<object, "limit">;
