import { z } from "zod";
import { errorsOf, formOf, needed, text, type FieldError, typedInLine } from "../../platform/form";
import { CONVOY_ROLES, CONVOY_STATUSES, MAX_REGROUP_POINTS } from "../../platform/supabase/database-constants/travel";

/** Why a person cannot join a convoy: no convoy has the code, the convoy has ended, it has no place left. */
export const JOIN_REFUSALS = ["unknown", "over", "full"] as const;
export const MAX_REPORT_BYTES = 2000;
/** Longest duration of a convoy in hours, in steps that the form offers. */
export const DURATIONS = [2, 4, 8, 12, 24, 48, 72] as const;

export type ConvoyError = FieldError | "codeInvalid" | "codeUnknown" | "over" | "full" | "tooMany";
const wrong = errorsOf<ConvoyError>();

/** Eight characters without look-alikes; spaces and hyphens that people type are ignored. */
export const convoyCode = z
  .string()
  .transform((value) => value.replaceAll(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[A-HJ-NP-Z2-9]{8}$/, wrong("codeInvalid")));

const memberName = needed(60);
const vehicle = text(80);

export const createSchema = formOf(
  z.object({
    name: needed(80),
    hours: z.coerce.number().refine((value) => DURATIONS.some((hours) => hours === value), wrong("choiceInvalid")),
    // `name` is that of the convoy.
    member_name: memberName,
    vehicle,
  }),
);

/** What a guest types; the code is in the address. */
export const guestSchema = z.object({ name: memberName, vehicle });
/** Made by the server and kept by the device of a guest. */
export const guestToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Scheme of the `Authorization` header of a guest. */
export const GUEST_SCHEME = "Guest";

export const joinSchema = formOf(z.object({ code: convoyCode, name: memberName, vehicle }));

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

/** What a device sends: its status, its position, or the request to hide the position. */
export const reportSchema = z.object({
  status: z.enum(CONVOY_STATUSES).nullable(),
  place: z
    .object({
      lat: latitude,
      lng: longitude,
      accuracy_m: z.number().min(0).max(100_000),
      measured_at: z.iso.datetime(),
    })
    .nullable(),
  hide: z.boolean(),
});
export type Report = z.infer<typeof reportSchema>;

const regroupPoint = z.object({ name: typedInLine().min(1).max(80), lat: latitude, lng: longitude });

export const changeSchema = z.object({
  code: convoyCode,
  changes: z.union([
    z.object({ regroup_points: z.array(regroupPoint).max(MAX_REGROUP_POINTS) }),
    z.object({ is_ended: z.literal(true) }),
    z.object({ member: z.uuid(), role: z.enum(CONVOY_ROLES) }),
  ]),
});

export const leaveSchema = z.object({ code: convoyCode, member: z.uuid() });

const position = z.object({ lat: latitude, lng: longitude, accuracy_m: z.number(), measured_at: z.string() });

/** The answer of `read_convoy`; times are ISO 8601. */
export const convoySchema = z.object({
  code: z.string(),
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  now: z.string(),
  is_leader: z.boolean(),
  /** Null after the end. */
  channel: z.uuid().nullable(),
  regroup_points: z.array(regroupPoint),
  members: z.array(
    z.object({
      id: z.uuid(),
      is_self: z.boolean(),
      name: z.string(),
      vehicle: z.string(),
      role: z.enum(["leader", "guest", ...CONVOY_ROLES]),
      status: z.enum(CONVOY_STATUSES),
      status_at: z.string(),
      position: position.nullable(),
    }),
  ),
});
export type Convoy = z.infer<typeof convoySchema>;
export type ConvoyMember = Convoy["members"][number];
export type RegroupPoint = Convoy["regroup_points"][number];

export const convoyListSchema = z.array(
  z.object({ code: z.string(), name: z.string(), ends_at: z.string(), is_over: z.boolean(), members: z.number() }),
);
export type ListedConvoy = z.infer<typeof convoyListSchema>[number];
